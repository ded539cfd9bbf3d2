import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/**
 * The header that answers a challenge; undefined when it took too long. This module is loaded with the first challenge, so that pages do not
 * include it. The derivations run in threads of the browser (Web Crypto), so the page stays responsive without a worker.
 */
export async function solveProof(challenge: Challenge, signal?: AbortSignal): Promise<string | undefined> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  signal?.addEventListener('abort', stop)
  try {
    const solution = await solveChallenge({ challenge, deriveKey, controller })
    return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
