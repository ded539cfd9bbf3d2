import { books } from './books.ts'
import type { Command } from './command.ts'

/** The verbs of the command line, in the order of its list. */
export const verbs: readonly Command[] = [books]
