import { type Config, configError } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { channelsOf } from '../../platform/pay/channels.ts'
import { KeyFault } from '../../platform/pay/pay-keys.ts'

/** Stops the start when a key of a payment channel cannot be read; otherwise the first customer who pays would notice. */
export function requireChannels(config: Config, clock: Clock): void {
  try {
    channelsOf(config, clock)
  } catch (error) {
    throw error instanceof KeyFault ? configError([error.message]) : error
  }
}
