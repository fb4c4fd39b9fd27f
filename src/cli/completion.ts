/** What shells complete, and the page of the manual: both from the commands and options as `--help` has them. */
import type { Command } from 'commander';
import { JobError } from '../reduction/job';
import { exitHelp } from './help';

/** A shell asks `whittle completion words -- LINE` what the last word of its line may become. */
const scripts: Readonly<Record<string, string>> = {
  bash: `# whittle completion bash >> ~/.bashrc
_whittle() {
  COMPREPLY=($(whittle completion words -- "\${COMP_WORDS[@]:0:COMP_CWORD+1}" | cut -f1))
}
complete -o default -F _whittle whittle
`,
  zsh: `#compdef whittle
# whittle completion zsh > "\${fpath[1]}/_whittle"
_whittle() {
  local -a found
  found=("\${(@f)$(whittle completion words -- "\${(@)words[1,CURRENT]}")}")
  found=("\${(@)found/$'\\t'/:}")
  [[ -n "$found" ]] && _describe whittle found || _files
}
compdef _whittle whittle
`,
  fish: `# whittle completion fish > ~/.config/fish/completions/whittle.fish
complete -c whittle -a '(whittle completion words -- (commandline -opc) (commandline -ct))'
`,
};

export const shells = Object.keys(scripts);

/** The script of a shell, or the answer to it. Throws `JobError`. */
export function completionFor(shell: string, line: readonly string[], program: Command): string {
  const text = shell === 'words' ? answerTo(line, program) : scripts[shell];
  if (text === undefined) throw new JobError(`There is no completion for ${shell}: choose ${shells.join(', ')}.`);
  return text;
}

/** A line for each word, with its description; none where a path may stand. */
function answerTo([, ...words]: readonly string[], { commands }: Command): string {
  const [name, current = '', before = name] = [words[0], words.at(-1), words.at(-2)];
  const { options = [] } = commands.find((one) => one.name() === name) ?? {};
  const asked = options.find(({ long, short }) => before === long || before === short);
  const [, choices] = /<([\w|-]+\|[\w|-]+)>/.exec(asked?.flags ?? '') ?? [];
  let all: [string, string][] = choices?.split('|').map((choice) => [choice, '']) ?? [];
  if (words.length < 2) all = commands.map((one) => [one.name(), one.description()]);
  else if (current.startsWith('-')) all = options.map(({ long, description }) => [long!, description]);
  const brief = (text: string) => text.split(/(?<=[.:]) /)[0].replace(/\.$/, '');
  const fitting = all.filter(([word]) => word.startsWith(current));
  return fitting.map(([word, text]) => `${word}\t${brief(text)}\n`).join('');
}

/** In the language of `man`. */
export function manPage(program: Command, version: string): string {
  const section = (title: string, text: string) => {
    const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
    return `.SH ${title}\n.nf\n${plain.replace(/^(?=[.'])/gm, '\\&').trimEnd()}\n.fi\n`;
  };
  const commands = program.commands.map((one) => section(`whittle ${one.name()}`, one.helpInformation()));
  return [
    `.TH WHITTLE 1 "" "whittle ${version}" "User Commands"\n`,
    `.SH NAME\nwhittle \\- ${program.description()}\n`,
    section('SYNOPSIS', 'whittle FILE -- COMMAND\nwhittle COMMAND [OPTION]...'),
    ...commands,
    section('EXIT STATUS', exitHelp),
  ].join('');
}
