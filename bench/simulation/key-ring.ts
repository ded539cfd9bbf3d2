import { createHash } from 'node:crypto'
import { secretPlaces } from '../../src/app/secrets/secret-places.ts'
import type { Config } from '../../src/config.ts'
import { secretKeys } from '../../src/platform/auth/kept-secrets.ts'
import { countSecrets } from '../../src/platform/auth/secret-rows.ts'
import type { Db } from '../../src/platform/db/db.ts'

/** The keys of the laboratory for secrets in the database. Its operator replaces them as docs/operations/secrets.md says, at a restart. */
export class KeyRing {
  #keys = [keyNo(0)]
  #made = 1

  /** SECRETS_KEY. */
  get setting(): string {
    return this.#keys.join(',')
  }

  /** A new key comes first once everything is encrypted with the present one; a former key goes when nothing needs it any more. */
  async replace(db: Db, config: Config): Promise<void> {
    const counts = await countSecrets({ db, config }, secretPlaces)
    const needed = new Set(counts.map(({ keyId }) => keyId))
    const ids = secretKeys({ config }).map(({ id }) => id)
    const [first = '', ...formers] = this.#keys
    const kept = formers.filter((_, at) => needed.has(ids[at + 1] ?? ''))
    this.#keys = kept.length > 0 ? [first, ...kept] : [keyNo(this.#made++), first]
  }
}

/** 32 bytes, base64. */
function keyNo(no: number): string {
  return createHash('sha256').update(`key ${no} of the simulation`).digest('base64')
}
