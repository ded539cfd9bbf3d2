import { ConfigError } from '../../config.ts'

// Both are for the operator: whatever starts the product prints their text without a stack.

/** What does not fit, in words for the operator. Nothing was changed. */
export class BridgeFault extends ConfigError {}

/** The database is of a version that this release cannot open as it is, with what to do about it. */
export class OlderData extends ConfigError {
  /** The folder holds only data of the demo, so that making the demo anew loses nothing of anybody. */
  readonly onlyDemo: boolean

  constructor(message: string, { onlyDemo = false }: { onlyDemo?: boolean } = {}) {
    super(message)
    this.onlyDemo = onlyDemo
  }
}
