const EVERY_MS = 5000
const LAST_WRITE_MS = 1000

export interface Writing {
  /** Writes what is left, for a second at most. */
  stop: () => Promise<void>
}

/** Calls `write` every few seconds, one at a time, for notes that no request may wait for. `write` keeps what it could not write. */
export function startWriting(write: () => Promise<void>, onFailure: (error: unknown) => void): Writing {
  let running: Promise<void> | undefined
  const writeOnce = () => {
    running ??= write()
      .catch(onFailure)
      .finally(() => (running = undefined))
    return running
  }
  const beat = setInterval(() => void writeOnce(), EVERY_MS).unref()
  return {
    stop: async () => {
      clearInterval(beat)
      await running
      await Promise.race([writeOnce(), new Promise((resolve) => setTimeout(resolve, LAST_WRITE_MS).unref())])
    },
  }
}
