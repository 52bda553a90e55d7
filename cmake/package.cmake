# What a package has beside the programs and the library (component `manuals`): manual pages and
# completions, which the programs print themselves, and a unit for systemd. `cpack` makes the
# Debian package; scripts/package calls it.
foreach(program thresh-index thresh-query)
  set(folder ${PROJECT_BINARY_DIR}/manuals)
  set(printed)
  foreach(kind man bash fish zsh)
    add_custom_command(OUTPUT ${folder}/${program}.${kind}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${program} help ${kind} > ${folder}/${program}.${kind}
      DEPENDS ${program} VERBATIM)
    list(APPEND printed ${folder}/${program}.${kind})
  endforeach()
  add_custom_target(manuals_of_${program} ALL DEPENDS ${printed})
  install(FILES ${folder}/${program}.man DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
          RENAME ${program}.1 COMPONENT manuals)
  install(FILES ${folder}/${program}.bash RENAME ${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT manuals)
  install(FILES ${folder}/${program}.fish RENAME ${program}.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT manuals)
  install(FILES ${folder}/${program}.zsh RENAME _${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT manuals)
endforeach()
install(FILES packaging/thresh@.service DESTINATION lib/systemd/system COMPONENT manuals)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT manuals)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME thresh)
set(CPACK_PACKAGE_CONTACT "the authors of Thresh <thresh@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "search index and clean text of a site crawl, without its templates")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION text)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
