import { hashPassword, verifyPassword } from './passwords.ts'
import { newReadableSecret } from './totp.ts'

// Codes for a lost or new phone, shown once and each valid once, beside the codes of an authenticator app.

const RECOVERY_CODES = 10

/** Ten new codes of fifty random bits, and their hashes in the same order, which are as slow as those of passwords. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newReadableSecret(2, 5))
  return { codes, hashes: await Promise.all(codes.map((code) => hashPassword(plainRecoveryCode(code)))) }
}

/** Which of these hashes belongs to the typed code; undefined for none. */
export async function recoveryHashOf(typed: string, hashes: readonly string[]): Promise<string | undefined> {
  const plain = plainRecoveryCode(typed)
  for (const hash of hashes) if (await verifyPassword(plain, hash)) return hash
  return undefined
}

/** Dashes and case are ignored. */
export function plainRecoveryCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z2-7]/g, '')
}

/** Whether it is typed as a code of an app; anything else is taken for a recovery code. */
export function isAppCode(typed: string): boolean {
  return /^\d{6}$/.test(typed)
}
