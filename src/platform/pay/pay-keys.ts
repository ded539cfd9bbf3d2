import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A setting whose key cannot be used; the message names it. */
export class KeyFault extends Error {}

/**
 * Reads the keys of payment channels out of settings. A setting holds the text of a PEM (`\n` may stand for a line break), the bare base64 of
 * one, as Alipay hands it out, or the absolute path of a file with either. Throws KeyFault.
 */
export function privateKeyOf(setting: string, name: string): KeyObject {
  const body = keyText(setting, name)
  if (body.startsWith('-----')) return parsed(name, () => createPrivateKey(body))
  const der = Buffer.from(body, 'base64')
  return parsed(name, () => {
    try {
      return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    } catch {
      return createPrivateKey({ key: der, format: 'der', type: 'pkcs1' })
    }
  })
}

export function publicKeyOf(setting: string, name: string): KeyObject {
  const body = keyText(setting, name)
  // Node would derive the public half of a private key without a word, and the owner would never notice the mix-up.
  if (body.includes('PRIVATE KEY'))
    throw new KeyFault(`${name}: is a private key, but the channel's public key is needed`)
  if (body.startsWith('-----')) return parsed(name, () => createPublicKey(body))
  return parsed(name, () => createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' }))
}

/** The public keys of one or more certificates by their serial numbers, as the header `Wechatpay-Serial` writes them. */
export function certificateKeysOf(setting: string, name: string): [serial: string, key: KeyObject][] {
  const blocks = keyText(setting, name).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new KeyFault(`${name}: must be a certificate in PEM`)
  return blocks.map((pem) => {
    const certificate = readable(name, () => new X509Certificate(pem))
    return [certificate.serialNumber.toUpperCase(), certificate.publicKey]
  })
}

function keyText(setting: string, name: string): string {
  const text =
    /^[/.]/.test(setting) && setting.length < 1000 && !setting.includes('\n') ? fileText(setting, name) : setting
  return text.replaceAll('\\n', '\n').trim()
}

function fileText(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new KeyFault(`${name}: cannot read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
}

function parsed(name: string, parse: () => KeyObject): KeyObject {
  const key = readable(name, parse)
  if (key.asymmetricKeyType !== 'rsa') throw new KeyFault(`${name}: must be an RSA key`)
  return key
}

function readable<T>(name: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new KeyFault(`${name}: is not a readable key: neither PEM, nor its base64, nor the path of such a file`)
  }
}
