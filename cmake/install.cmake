# cmake --install: the two programs (component `programs`), and the query side as a library for
# find_package(Thresh) (component `library`).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Thresh)

install(TARGETS thresh-index thresh-query COMPONENT programs)

# The headers that query/thresh.h needs; tests/e2e/library_test.py checks that the list is exact.
set(headers
  common/base/check.h
  common/base/hash.h
  common/base/ids.h
  common/base/status.h
  common/cli/terminal.h
  common/cli/wrapped_text.h
  common/store/rule.h
  common/store/schema.h
  common/store/template_record.h
  common/store/text_record.h
  query/present/search_answer.h
  query/present/snippet.h
  query/retrieve/presets.h
  query/retrieve/query.h
  query/retrieve/ranking.h
  query/retrieve/score_explanation.h
  query/retrieve/scorer.h
  query/retrieve/searcher.h
  query/retrieve/typed_stop_words.h
  query/thresh.h
)
foreach(header ${headers})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/thresh/${folder}
          COMPONENT library)
endforeach()

set_target_properties(thresh_present PROPERTIES EXPORT_NAME Thresh)
install(TARGETS thresh_flags thresh_archives thresh_base thresh_text thresh_cli thresh_store
                thresh_postings thresh_graph thresh_page_graph thresh_report thresh_retrieve
                thresh_present
        EXPORT ThreshTargets COMPONENT library)
install(EXPORT ThreshTargets NAMESPACE Thresh:: DESTINATION ${package} COMPONENT library)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/ThreshConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES cmake/ThreshConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ThreshConfigVersion.cmake
        DESTINATION ${package} COMPONENT library)
