/** Which nodes give names, by their types, in the grammars of all languages. */

/** By what is around them, and by themselves. */
export const giving =
  /declarator$|declaration$|definition$|_binding$|_specifier$|linkage_specification|_item$|statement$|_spec$|import_clause|namespace_import|(?:property|const)_element|initialized_identifier|static_final_declaration/;
export const notGiving =
  /parameter|storage_class|explicit|access|virtual|expression|return|if_|for_|while|switch|compound|inheritance|override/;
export const named =
  /declarator$|^(?:import_clause|namespace_import|friend_declaration|variable_name|variable_declaration|(?:property|const)_element|initialized_identifier(?:_list)?|static_final_declaration(?:_list)?|(?:constructor|method)_signature)$/;
export const subscripts = /^(?:subscript|subscript_expression|index_expression|element_reference)$/;
export const constructors = /^(?:variant_declaration|data_constructors?)$/;
export const lists = /^(?:pattern_list|tuple_pattern|list_pattern|array_pattern|object_pattern|left_assignment_list)$/;
export const calls = /call|^command$/;

/** Calls and commands with which a program, a class or a module begins. */
export const loading =
  /^(?:require(?:_relative)?|library|source|\.|set|shopt|load|include|extend|prepend|using|attr_\w+|private|protected|alias|import|use|defstruct|@\w+|Import-Module|Set-StrictMode)(?=\s|\()/;

/** `def f(a) do … end` of Elixir is a call, `$a = 1` of PowerShell a pipeline. */
export const defining = /^(?:def(?!module|struct)\w*\s+|(?=\$\w+\s*=[^=]))(\$?\w+)/;
