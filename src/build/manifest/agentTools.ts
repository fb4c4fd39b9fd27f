/** The tools for language models, as package.json contributes them: with the texts and arguments of `whittle mcp`. */
import { argumentShape, isolateTool, reduceTool, type Tool } from '../../agents/tools';

/** What people read, and the name after `#` in a prompt. */
interface Reading {
  readonly toolReferenceName: string;
  readonly icon: string;
  readonly userDescription: string;
}

export const agentTools = [
  contributed(reduceTool, {
    toolReferenceName: 'whittleReduce',
    icon: '$(fold-down)',
    userDescription: 'Reduce a failing file to the few lines that cause the failure.',
  }),
  contributed(isolateTool, {
    toolReferenceName: 'whittleIsolate',
    icon: '$(diff)',
    userDescription: 'Find the smallest difference between a file that fails and one that passes.',
  }),
];

function contributed(tool: Tool, reading: Reading) {
  return {
    name: tool.name,
    displayName: tool.title,
    modelDescription: tool.description,
    canBeReferencedInPrompt: true,
    ...reading,
    when: 'isWorkspaceTrusted',
    tags: ['debugging', 'testing'],
    inputSchema: argumentShape(tool),
  };
}
