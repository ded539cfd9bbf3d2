/**
 * Sentences of the program call its command line `npm run mingxi -- VERB`. A packed tree has no npm: there `./mingxi` says in MINGXI_COMMAND how it
 * was typed, a unit of systemd says what is typed on its server, and the sentences name that.
 */
export function asTyped(text: string, command = process.env.MINGXI_COMMAND): string {
  return command ? text.replaceAll('npm run mingxi --', command) : text
}
