/** A part that the store has. */
export interface DirectPart {
  part: number
  size: number
  /** In hexadecimal; empty when the store does not keep hashes of parts. */
  sha256: string
  etag: string
}

export interface SignedRequest {
  url: string
  /** Headers that the signature covers and that the sender must set; the length is signed too, and browsers set it themselves. */
  headers: Record<string, string>
}

/** Browsers send and fetch bytes themselves, by addresses that are signed for one request and expire. */
export interface DirectStore {
  /** Where browsers reach the store, for the content security policy and for the doctor. */
  readonly origin: string
  /** Begins an upload in parts; answers its id. */
  begin(key: string): Promise<string>
  /** An address that takes exactly this part: its number, length and SHA-256 are signed. */
  partAddress(
    key: string,
    uploadId: string,
    part: { part: number; size: number; sha256: string },
    now: Date,
  ): Promise<SignedRequest>
  /** The parts that have arrived; undefined when the store has no such upload. */
  parts(key: string, uploadId: string): Promise<DirectPart[] | undefined>
  complete(key: string, uploadId: string, parts: readonly DirectPart[]): Promise<void>
  /** Does nothing when the store has no such upload. */
  abort(key: string, uploadId: string): Promise<void>
  unfinished(): AsyncIterable<{ key: string; uploadId: string; begunAt: Date }>
  /** Undefined when there is no object. */
  size(key: string): Promise<number | undefined>
  /** An address that answers the object with these headers. */
  downloadAddress(key: string, as: { disposition: string; type: string }, now: Date): Promise<string>
}

/** How long an address is valid. */
export const partAddressSeconds = 900
export const downloadAddressSeconds = 300
