/** What shells complete, and the page of the manual: both from the commands and options as `--help` has them. */
import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** The words that a value is one of. */
function choicesOf({ flags }: Option): string[] {
  const [, list = ''] = /<([\w|-]+\|[\w|-]+)>/.exec(flags) ?? [];
  return list === '' ? [] : list.split('|');
}

const brief = (text: string) => text.split(/(?<=[.:]) /)[0].replace(/\.$/, '');

/** A script for this shell to read. */
export function completionFor(shell: string, { commands }: Command): string | undefined {
  if (shell === 'bash') return bash(commands);
  if (shell === 'zsh') return zsh(commands);
  return shell === 'fish' ? fish(commands) : undefined;
}

function bash(commands: readonly Command[]): string {
  const values = commands.flatMap((command) =>
    command.options.flatMap((option) => {
      const choices = choicesOf(option);
      return choices.length === 0 ? [] : [`    ${command.name()}:${option.long}) words='${choices.join(' ')}' ;;`];
    }),
  );
  const flags = commands.map(
    (command) => `      ${command.name()}) words='${command.options.map(({ long }) => long).join(' ')} --help' ;;`,
  );
  return `# whittle completion bash >> ~/.bashrc
_whittle() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  case "\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
    *) [[ $COMP_CWORD == 1 ]] && words='${commands.map((command) => command.name()).join(' ')}' || case "\${COMP_WORDS[1]}" in
${flags.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _whittle whittle
`;
}

function zsh(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const plain = (text: string) => brief(text).replace(/[[\]:\\]/g, '\\$&');
  const names = commands.map((command) => quoted(`${command.name()}:${plain(command.description())}`));
  const ofOption = (option: Option) => {
    const choices = choicesOf(option);
    const value = option.required ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : '';
    return `      ${quoted(`*${option.long}[${plain(option.description)}]${value}`)}`;
  };
  const cases = commands.map((command) => {
    const all = [...command.options.map(ofOption), "      '*:file:_files'"];
    return `    ${command.name()}) _arguments \\\n${all.join(' \\\n')} ;;`;
  });
  return `#compdef whittle
# whittle completion zsh > "\${fpath[1]}/_whittle"
_whittle() {
  if (( CURRENT == 2 )); then
    local -a commands
    commands=(${names.join(' ')})
    _describe command commands
    _files
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
}
compdef _whittle whittle
`;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${brief(text).replace(/['\\]/g, '\\$&')}'`;
  const lines = commands.flatMap((command) => {
    const name = command.name();
    const only = `complete -c whittle -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c whittle -n __fish_use_subcommand -a ${name} -d ${quoted(command.description())}`,
      ...command.options.map((option) => {
        const choices = choicesOf(option);
        const value = choices.length > 0 ? ` -xa '${choices.join(' ')}'` : option.required ? ' -r' : '';
        const short = option.short ? ` -s ${option.short.slice(1)}` : '';
        return `${only} -l ${option.long!.slice(2)}${short}${value} -d ${quoted(option.description)}`;
      }),
    ];
  });
  return `# whittle completion fish > ~/.config/fish/completions/whittle.fish\n${lines.join('\n')}\n`;
}

/** In the language of \`man\`. */
export function manPage(program: Command, version: string): string {
  const plain = (text: string) =>
    text
      .replaceAll('\\', '\\e')
      .replaceAll('-', '\\-')
      .replace(/^(?=[.'])/gm, '\\&');
  const entry = (term: string, text: string) => `.TP\n.B ${plain(term)}\n${plain(text)}`;
  const ofCommand = (command: Command) =>
    [
      `.SS whittle ${plain(`${command.name()} ${command.usage()}`)}`,
      plain(command.description()),
      ...command.options.map(({ flags, description }) => entry(flags, description)),
    ].join('\n');
  return `.TH WHITTLE 1 "" "whittle ${version}" "User Commands"
.SH NAME
whittle \\- ${plain(program.description())}
.SH SYNOPSIS
.nf
whittle FILE \\-\\- COMMAND
whittle COMMAND [OPTION]...
.fi
.SH COMMANDS
${program.commands.map(ofCommand).join('\n')}
.SH EXIT STATUS
${entry('0', 'Reduced, also when a limit is reached.')}
${entry('1', 'The bug is not there on the input, or was gone when the result was tested again.')}
${entry('2', 'The command line, input or output is wrong, or the run failed.')}
${entry('130', 'Interrupted. The best result is kept.')}
`;
}
