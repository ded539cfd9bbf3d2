import { runBooksCommand } from '../books-command.ts'
import type { Command } from './command.ts'
import { withInstallation } from './with-installation.ts'

export const books: Command = {
  verb: 'books',
  summary: '核对全部账目',
  usage: '用法：npm run mingxi -- books\n',
  run: (input) => withInstallation(input, ({ ctx }) => runBooksCommand(ctx, input.write)),
}
