import type { ForkOptions } from 'node:child_process'

/** How a process is started that does one kind of heavy work for the server and is asked by messages. */
export const CHILD_OPTIONS = {
  serialization: 'advanced',
  // The environment holds secrets, and this work needs none of it.
  env: {},
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  // Ctrl-C in a terminal reaches all processes of the server's group. The server finishes what it does, so its helpers must live on until then;
  // in a group of their own they do. They end when the server ends, because their channel closes.
  detached: true,
} satisfies ForkOptions
