# limber_embed(TARGET NAME FILE...): compiles text files and .jpg pictures into the target as
#   namespace limber { extern const std::vector<EmbeddedFile> NAME; }   (kernels/embedded_file.h)
# with each file's path below the caller's folder as its name.
#
# Also runs as a script (cmake -P) that writes the .cpp, so that it is regenerated when a file
# changes.
if(CMAKE_SCRIPT_MODE_FILE)
  set(code "#include \"kernels/embedded_file.h\"\n\nnamespace limber {\n\n")
  string(APPEND code "extern const std::vector<EmbeddedFile> ${NAME};\n")
  string(APPEND code "const std::vector<EmbeddedFile> ${NAME}{\n")
  foreach(file IN LISTS FILES)
    if(file MATCHES "\\.jpg$")
      file(READ ${FOLDER}/${file} bytes HEX)
      string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
      file(SIZE ${FOLDER}/${file} size)
      string(APPEND code "    {\"${file}\", std::string_view(\"${bytes}\", ${size})},\n")
    else()
      file(READ ${FOLDER}/${file} text)
      string(APPEND code "    {\"${file}\", R\"__limber__(${text})__limber__\"},\n")
    endif()
  endforeach()
  file(WRITE ${OUTPUT} "${code}};\n\n}  // namespace limber\n")
  return()
endif()

set(limber_embed_script ${CMAKE_CURRENT_LIST_FILE})
function(limber_embed target name)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE inputs)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} "-DFILES=${ARGN}" -DFOLDER=${CMAKE_CURRENT_SOURCE_DIR}
            -DOUTPUT=${output} -P ${limber_embed_script}
    DEPENDS ${inputs} ${limber_embed_script}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
