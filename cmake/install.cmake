# cmake --install: the two programs, and the query side as a library for find_package(Thresh).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Thresh)

install(TARGETS thresh-index thresh-query COMPONENT programs)

set_target_properties(thresh_present PROPERTIES EXPORT_NAME Thresh)
install(TARGETS thresh_flags thresh_common thresh_chart thresh_report thresh_retrieve thresh_present EXPORT ThreshTargets COMPONENT library)
install(DIRECTORY common query DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/thresh COMPONENT library
        FILES_MATCHING PATTERN "*.h")
install(EXPORT ThreshTargets NAMESPACE Thresh:: DESTINATION ${package} COMPONENT library)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/ThreshConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/ThreshConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ThreshConfigVersion.cmake DESTINATION ${package}
        COMPONENT library)
