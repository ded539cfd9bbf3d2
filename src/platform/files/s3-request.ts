import { AwsClient, AwsV4Signer } from 'aws4fetch'

export interface S3Settings {
  endpoint?: string | undefined
  /** Where browsers reach the store, when it is another address than the server's. */
  publicEndpoint?: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Uploads are written here first, because their size and hash must be known before they are sent. */
  spoolFolder: string
}

const ATTEMPTS = 3

/** Sends a request for a path in the bucket. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** The address of the bucket, with a slash at its end. */
export function bucketUrl({ bucket, region }: S3Settings, endpoint: string | undefined): string {
  return endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${bucket}/`
    : `https://${bucket}.s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`
}

/** A failed request throws an error with the code of the service. The message never holds an address, which may be signed. */
export function sender(settings: S3Settings): Send {
  const { region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: ATTEMPTS - 1 })
  const base = bucketUrl(settings, settings.endpoint)
  const once = async (path: string, init: RequestInit): Promise<Response> => {
    // A store that redirects is an answer with a code, such as that of a wrong region.
    const answer = await client.fetch(base + path, { redirect: 'manual', ...init })
    if (answer.ok) return answer
    throw s3Error(answer.status, await answer.text())
  }
  return async (path: string, init: RequestInit): Promise<Response> => {
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        return await once(path, init)
      } catch (error) {
        // `fetch` throws a TypeError when the connection fails. Only that is retried, because a refusal would be repeated.
        if (!(error instanceof TypeError)) throw error
      }
    }
    return once(path, init)
  }
}

export function s3Error(status: number, body: string): Error {
  return new Error(`S3 answered ${status} ${textOf(body, 'Code') ?? ''}`)
}

/** Signs an address for one request of a browser, which finds the store at its public endpoint. */
export async function signedAddress(
  settings: S3Settings,
  request: { method: string; path: string; headers?: Record<string, string>; seconds: number; now: Date },
): Promise<string> {
  const { region, accessKeyId, secretAccessKey } = settings
  const url = new URL(bucketUrl(settings, settings.publicEndpoint ?? settings.endpoint) + request.path)
  url.searchParams.set('X-Amz-Expires', String(request.seconds))
  const signed = await new AwsV4Signer({
    url: url.href,
    method: request.method,
    headers: request.headers ?? {},
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    datetime: request.now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    signQuery: true,
    // Without this the length would not be signed.
    allHeaders: true,
  }).sign()
  // Not every store reads `+` in a query as a space.
  return signed.url.href.replaceAll('+', '%20')
}

/** Reads the body to its end, so that the connection can be reused. */
export async function readToEnd(answer: Response): Promise<void> {
  await answer.arrayBuffer()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of the first element with this name. Elements in answers of S3 have neither attributes nor mixed content. */
export function textOf(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text?.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, entity: string) =>
    entity.startsWith('#')
      ? String.fromCodePoint(Number(entity.replace(/^#x/i, '0x').replace('#', '')))
      : (ENTITIES[entity] ?? whole),
  )
}

/** The contents of all elements with this name. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner)
}
