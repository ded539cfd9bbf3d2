import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSession, isLiveSession } from '../../platform/auth/sessions.ts'
import { kindOf } from '../../platform/auth/tokens.ts'
import { commonErrors, Refusal, refuse } from '../../platform/contract/refusal.ts'
import { problemNumber } from '../../platform/contract/problem-number.ts'
import { anyCookieValue } from '../../platform/http/cookies.ts'
import type { Ctx, Customer, Services, Staff } from '../../platform/http/ctx.ts'
import { header, requestInfo } from '../../platform/http/read-request.ts'
import { CLOSED_POLICY } from '../../platform/http/security-headers.ts'
import { staffMember } from '../staff/actions.ts'
import { ownerOfKey } from '../api-keys/actions.ts'
import { keyOfHeader, NO_SESSION } from '../api-keys/rules.ts'
import { fileForCustomer, type FileRow, fileForStaff, hashOf } from './actions.ts'
import { directOf } from './direct/direct-actions.ts'
import { fileErrors } from './errors.ts'
import { drawnPreview } from './preview-actions.ts'
import { contentDisposition, drawnTypes, servedType } from './rules.ts'
import { noteRead, sendFile } from './send-actions.ts'
import { type BundleEntry, linkByHash, type LinkRow } from './store.ts'
import { zipOf } from './zip-stream.ts'

/** The cookie with the key of the browser. It opens only links that were asked for with the same key. */
const KEY_COOKIE = 'mx_files'

/** GET /files/{token}: the only way to read stored bytes. */
export function addFileDownloads(server: FastifyInstance, services: Services): void {
  server.get<{ Params: { token: string }; Querystring: { preview?: string } }>(
    '/files/:token',
    { exposeHeadRoute: false },
    async (request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': CLOSED_POLICY,
      })
      try {
        const { ctx, link } = await openLink(services, request)
        if (link.bundle) return await sendBundle(ctx, link.bundle, link.bundleName, reply)
        const file = await readableFile(ctx, link.fileId ?? 0)
        const isPreview = request.query.preview !== undefined
        if (!isPreview && (await sendToStore(ctx, file, request, reply))) return reply
        const isDrawn = isPreview && drawnTypes.includes(file.mime)
        return isDrawn ? await sendPreview(ctx, file, reply) : await sendFile(ctx, file, request, reply)
      } catch (error) {
        return refused(services, reply, error)
      }
    },
  )
}

/**
 * The browser fetches the bytes from the store itself, by an address that is valid for minutes and always answers an attachment. A client that
 * sends the token of a session gets them here: it would send the token on to the other host.
 */
async function sendToStore(ctx: Ctx, file: FileRow, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const direct = directOf(ctx)
  if (!direct || request.headers.token !== undefined) return false
  if ((await direct.size(file.storageKey)) === undefined) throw refuse(fileErrors.fileMissing)
  const as = { disposition: contentDisposition(file.name), type: servedType(file.mime) }
  const location = await direct.downloadAddress(file.storageKey, as, ctx.clock.now())
  await noteRead(ctx, file)
  reply.code(302).header('location', location).send()
  return true
}

async function sendPreview(ctx: Ctx, file: FileRow, reply: FastifyReply): Promise<FastifyReply> {
  const image = await drawnPreview(ctx, file)
  await noteRead(ctx, file)
  return reply.type('image/jpeg').send(Buffer.from(image))
}

/** Several files as one ZIP, packed while it is sent. Answers 404 to a person who may read none of them. */
async function sendBundle(ctx: Ctx, entries: BundleEntry[], name: string, reply: FastifyReply): Promise<FastifyReply> {
  const packed = []
  for (const { id, path } of entries) {
    const file = await readableFile(ctx, id).catch(refusedOnly)
    if (file) packed.push({ path, file })
  }
  if (packed.length === 0) throw refuse(commonErrors.notFound)
  for (const { file } of packed) await noteRead(ctx, file, name)
  return reply
    .headers({ 'content-disposition': contentDisposition(name) })
    .type('application/zip')
    .send(zipOf(packed, (key) => ctx.files.open(key)))
}

function readableFile(ctx: Ctx, id: number): Promise<FileRow> {
  return ctx.actor.kind === 'customer' ? fileForCustomer(ctx as Ctx<Customer>, id) : fileForStaff(ctx as Ctx<Staff>, id)
}

/** Leaves out files that this person may not read; any other error is thrown. */
function refusedOnly(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/**
 * Identifies who opens the link: the browser it was made for, or a client that sends a token of the same person. The caller checks the
 * right to read again, because a file may have been withdrawn, or a role taken away, since the link was made.
 */
async function openLink(
  services: Services,
  request: FastifyRequest<{ Params: { token: string } }>,
): Promise<{ ctx: Ctx; link: LinkRow }> {
  const link = await linkByHash(services.db, hashOf(request.params.token))
  if (!link) throw refuse(commonErrors.notFound)
  if (link.expiresAt <= services.clock.now()) throw refuse(fileErrors.linkExpired)
  if (link.sessionId !== NO_SESSION && !(await isLiveSession(services, link.sessionId)))
    throw refuse(fileErrors.linkExpired)
  if (!(await isSamePerson(services, request, link))) throw refuse(fileErrors.linkNotYours)
  return { ctx: { ...services, actor: await actorOf(services, link), request: requestInfo(request) }, link }
}

async function actorOf(services: Services, link: LinkRow): Promise<Customer | Staff> {
  if (link.actorKind === 'customer') return { kind: 'customer', id: link.actorId, sessionId: link.sessionId }
  const person = await staffMember(services, link.actorId)
  if (!person) throw refuse(fileErrors.linkExpired)
  return { kind: 'staff', id: link.actorId, sessionId: link.sessionId, ...person }
}

async function isSamePerson(services: Services, request: FastifyRequest, link: LinkRow): Promise<boolean> {
  // A link that a program asked for opens with a key of the same customer, until the key is revoked.
  if (link.sessionId === NO_SESSION) {
    const apiKey = keyOfHeader(header(request, 'authorization'))
    const owner = apiKey === undefined ? undefined : await ownerOfKey(services, apiKey, request)
    return owner?.customerId === link.actorId && owner.scopes.includes('reports.read')
  }
  const key = anyCookieValue(header(request, 'cookie'), KEY_COOKIE)
  if (link.browserHash !== null && key !== undefined && hashOf(key) === link.browserHash) return true
  const token = request.headers.token
  if (typeof token !== 'string' || kindOf(token) !== link.actorKind) return false
  const session = await findSession(services, link.actorKind, token)
  return session?.subjectId === link.actorId
}

/** Shown in the browser when a link has expired or is opened elsewhere, so it is text and not the JSON envelope. */
function refused(services: Services, reply: FastifyReply, error: unknown): FastifyReply {
  const text = (status: number, message: string) => reply.code(status).type('text/plain; charset=utf-8').send(message)
  if (error instanceof Refusal) {
    const { status, message, error: name } = error.kind
    services.programs.refused(reply.request.id, { error: name, msg: message })
    return text(status, message)
  }
  services.log.error({ err: error }, 'download failed')
  services.faults.note(error, 'download failed')
  const { status, message } = commonErrors.internal
  return text(status, `${message}（问题编号 ${problemNumber(reply.request.id)}）`)
}
