/** The tools for language models, as package.json contributes them: with the texts and arguments of `whittle mcp`. */
import { isolateTool } from '../../agents/isolateTool';
import { reduceTool } from '../../agents/reduceTool';
import { shapeOf, type Tool } from '../../agents/tool';

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

function contributed<T extends object>({ name, title, description, schema }: Tool<T>, reading: Reading) {
  const { $schema: _, ...inputSchema } = shapeOf(schema, 'input');
  return {
    name,
    displayName: title,
    modelDescription: description,
    canBeReferencedInPrompt: true,
    ...reading,
    when: 'isWorkspaceTrusted',
    tags: ['debugging', 'testing'],
    inputSchema,
  };
}
