import { backup } from './backup.ts'
import { books } from './books.ts'
import type { Command } from './command.ts'
import { restoreCheck } from './restore-check.ts'
import { restore } from './restore.ts'

/** The verbs of the command line, in the order of its list. */
export const verbs: readonly Command[] = [books, backup, restore, restoreCheck]
