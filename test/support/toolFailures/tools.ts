/** All of them. */
import { compilers } from './compilers';
import { formatters } from './formatters';
import { programs } from './programs';
import { testRunners } from './testRunners';
import type { Tool } from './toolFailures';

export const tools: readonly Tool[] = [...compilers, ...programs, ...testRunners, ...formatters];
