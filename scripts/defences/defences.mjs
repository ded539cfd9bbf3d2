// The defences against attacks on sign-in and sessions: the line of code of each, and the test that fails without it.
// `scripts/defences/switch-off-defences.mjs` removes them one at a time. The ids of attacks (T-…) are listed in docs/ATTACKS.md.

const signIn = 'src/people/sign-in/sign-in-actions.ts'
const codes = 'src/people/sign-in/codes/code-actions.ts'
const wechat = 'src/people/sign-in/wechat/wechat-actions.ts'
const sessions = 'src/platform/auth/sessions.ts'
const throttle = 'src/platform/auth/throttle.ts'
const paths = 'src/platform/contract/internal-path.ts'
const signInTest = 'src/people/sign-in/sign-in.call.test.ts'
const raceTest = 'src/people/sign-in/registration.race.test.ts'
const wechatTest = 'src/people/sign-in/wechat/wechat.call.test.ts'
const proofTest = 'src/people/sign-in/step-up/proof.call.test.ts'

/**
 * @typedef {{ file: string, text: string, by: string }} Cut  replaces `text`, which occurs exactly once in `file`
 * @typedef {{ attack: string, off: string, cuts: Cut[], test: string, title: string, database?: 'postgres' }} Defence
 * @type {Defence[]} `off` says what holds without the defence; `title` is the beginning of a title in `test`; races are run on PostgreSQL only
 */
export const DEFENCES = [
  {
    attack: 'T-1',
    off: 'an unknown account costs no hashing',
    cuts: [{ file: signIn, text: 'await verifyDummy(input.password)', by: 'false' }],
    test: signInTest,
    title: '[T-1] an unknown account takes as long as a known one',
  },
  {
    attack: 'T-1',
    off: 'an unknown account is named as such',
    cuts: [
      {
        file: signIn,
        text: '  if (!found || !right || isDemoOutsideDemo(ctx, account, input.password))',
        by: '  if (!found) throw refuse(accountErrors.bindExpired)\n  if (!right || isDemoOutsideDemo(ctx, account, input.password))',
      },
    ],
    test: signInTest,
    title: '[T-1] refuses a wrong password and an unknown account',
  },
  {
    attack: 'T-2',
    off: 'password tries are not limited',
    cuts: [{ file: throttle, text: "if (tries.failures < TRIES_WITHOUT_PROOF) return 'go'", by: "return 'go'" }],
    test: signInTest,
    title: '[T-2] after three wrong tries',
  },
  {
    attack: 'T-2',
    off: 'every address has its own count of tries',
    cuts: [{ file: signIn, text: 'const known = await wasSeenFrom(', by: 'const known = true || await wasSeenFrom(' }],
    test: proofTest,
    title: '[T-2] changing the IP address or sending extra fields',
  },
  {
    attack: 'T-2',
    off: 'parallel tries are not counted one after the other',
    cuts: [
      {
        file: throttle,
        text: '    insert into login_failures (account, failures, last_at) values (${account}, 0, ${now})\n    on conflict (account) do update set account = excluded.account\n    returning failures, last_at, proved_waits, proved_since`)',
        by: '    select coalesce(max(failures), 0)::int as failures, coalesce(max(last_at), ${now}) as last_at, 0 as proved_waits, null::timestamptz as proved_since\n    from login_failures where account = ${account}`)\n  await ctx.db.run(sql`insert into login_failures (account, failures, last_at) values (${account}, 0, ${now}) on conflict do nothing`)',
      },
    ],
    test: raceTest,
    title: '[T-2] of fifty passwords sent at once',
    database: 'postgres',
  },
  {
    attack: 'T-3',
    off: 'tries of strangers and of the owner are counted together',
    cuts: [
      {
        file: signIn,
        text: 'return known ? `${tryKey(account)}@${ctx.request.ip}` : tryKey(account)',
        by: 'return known ? tryKey(account) : tryKey(account)',
      },
    ],
    test: proofTest,
    title: '[T-3] wrong tries from elsewhere',
  },
  {
    attack: 'T-3',
    off: 'a proof of work can be used repeatedly',
    cuts: [
      {
        file: 'src/platform/auth/proof-of-work.ts',
        text: 'return verified && markUsed(ctx, nonce, new Date(data.expires * 1000))',
        by: 'return verified',
      },
    ],
    test: proofTest,
    title: '[T-3] a solution allows one try',
  },
  {
    attack: 'T-4',
    off: 'wrong codes are not counted',
    cuts: [{ file: codes, text: "if (failures >= MOST_FAILURES) return 'blocked'", by: '' }],
    test: signInTest,
    title: '[T-4] five wrong tries block the phone',
  },
  {
    attack: 'T-4',
    off: 'the block after wrong codes ends an hour after the first one',
    cuts: [
      {
        file: codes,
        text: 'await setFailures(ctx.db, phone, purpose, failures + 1, now)',
        by: 'await setFailures(ctx.db, phone, purpose, failures + 1, failures === 0 ? now : kept.lastAt)',
      },
    ],
    test: 'src/people/sign-in/codes/code-guess.call.test.ts',
    title: 'one code allows five tries',
  },
  {
    attack: 'T-5',
    off: 'a used code stays valid',
    cuts: [{ file: codes, text: 'await markCodeUsed(ctx.db, sent.id, now)', by: '' }],
    test: signInTest,
    title: '[L-06] [T-5] a code is valid for its purpose',
  },
  {
    attack: 'T-5',
    off: 'a code is accepted for any purpose',
    cuts: [
      {
        file: 'src/people/sign-in/codes/code-store.ts',
        text: 'from sms_codes where phone = ${phone} and purpose = ${purpose}\n',
        by: 'from sms_codes where phone = ${phone} and ${purpose} >= 0\n',
      },
    ],
    test: signInTest,
    title: '[L-06] [T-5] a code is valid for its purpose',
  },
  {
    attack: 'T-6',
    off: 'codes are sent without a waiting time',
    cuts: [{ file: codes, text: 'if (wait > 0) return { wait, inAll: sent.inAll }', by: '' }],
    test: signInTest,
    title: '[L-05] [T-6] a number gets one code',
  },
  {
    attack: 'T-6',
    off: 'a code whose answer was lost does not count',
    cuts: [{ file: codes, text: 'if (!(error instanceof SmsUnanswered)) await', by: 'await' }],
    test: 'src/people/sign-in/sms-template.call.test.ts',
    title: '[T-6] a code without an answer from the provider',
  },
  {
    attack: 'T-6',
    off: 'parallel requests for codes are not serialised',
    cuts: [{ file: codes, text: 'await lockCodes(ctx.db)', by: '' }],
    test: raceTest,
    title: '[T-6] fifty requests for a code send one',
    database: 'postgres',
  },
  {
    attack: 'T-6',
    off: 'codes for many numbers need no proof of work',
    cuts: [{ file: codes, text: 'if (!proved && codeNeedsProof(sent, now, limits))', by: 'if (!proved && !limits)' }],
    test: proofTest,
    title: '[T-6] many numbers from one IP address',
  },
  {
    attack: 'T-7',
    off: 'codes are stored in clear text',
    cuts: [{ file: codes, text: 'codeHash: codeHash(salt, code), expiresAt', by: 'codeHash: code, expiresAt' }],
    test: signInTest,
    title: '[T-7] the code is in the local outbox only',
  },
  {
    attack: 'T-8',
    off: 'a request for a code reveals whether the phone has an account',
    cuts: [
      {
        file: codes,
        text: '  const known = (await accountOfPhone(ctx, phone)) !== undefined\n',
        by: '  const known = (await accountOfPhone(ctx, phone)) !== undefined\n  if (known) throw refuse(accountErrors.phoneTaken)\n',
      },
    ],
    test: signInTest,
    title: '[T-8] the answer is the same for a known and an unknown phone',
  },
  {
    attack: 'T-9',
    off: 'two accounts may have the same phone',
    cuts: [
      {
        file: 'migrations/0020_customers.sql',
        text: '  phone text unique,',
        by: '  phone text,',
      },
      {
        file: 'src/people/customers/store.ts',
        text: 'on conflict (phone) do nothing returning id',
        by: 'returning id',
      },
    ],
    test: raceTest,
    title: '[T-9] fifty creations of one phone',
    database: 'postgres',
  },
  {
    attack: 'T-10',
    off: 'a ticket works in any browser',
    cuts: [
      {
        file: 'src/people/sign-in/wechat/wechat-store.ts',
        text: 'where ticket_hash = ${ticketHash} and browser_hash = ${browserHash} for update`)',
        by: "where ticket_hash = ${ticketHash} and ${browserHash} <> '' for update`)",
      },
    ],
    test: wechatTest,
    title: '[T-10] a ticket is not valid in another browser',
  },
  {
    attack: 'T-10',
    off: 'a ticket works more than once',
    cuts: [{ file: wechat, text: 'if (ticket.usedAt || ticket.undoneAt) return true', by: '' }],
    test: wechatTest,
    title: '[T-10] two polls at once after a scan',
  },
  {
    attack: 'T-11',
    off: 'the link in the chat does not end the session',
    cuts: [{ file: wechat, text: 'if (undone.sessionId !== null) await revokeSession(ctx, undone.sessionId)', by: '' }],
    test: wechatTest,
    title: '[T-11] [F-93] the chat names time, device and IP address',
  },
  {
    attack: 'T-12',
    off: 'an old refresh token works forever',
    cuts: [
      { file: sessions, text: 'if (now.getTime() <= graceEnds && found.rotationSalt', by: 'if (found.rotationSalt' },
    ],
    test: signInTest,
    title: '[T-12] an old refresh token used again',
  },
  {
    attack: 'T-12',
    off: 'a reused refresh token is refused, but the session continues',
    cuts: [
      {
        file: sessions,
        text: '      await tx.run(sql`update sessions set revoked_at = ${now} where id = ${found.id}`)\n',
        by: '',
      },
    ],
    test: signInTest,
    title: '[T-12] an old refresh token used again',
  },
  {
    attack: 'T-13',
    off: 'sessions continue after the password was changed',
    cuts: [{ file: signIn, text: "await revokeAll(ctx, 'customer', customerId, exceptSessionId)", by: '' }],
    test: signInTest,
    title: '[T-13] a reset ends every session',
  },
  {
    attack: 'T-13',
    off: 'the former phone gets no message',
    cuts: [
      {
        file: signIn,
        text: 'await emit(ctx, contactChanged, { customerId: me.id, kind, former, at: ctx.clock.now().toISOString() })',
        by: '',
      },
    ],
    test: 'src/people/customers/contact.call.test.ts',
    title: '[P-04] [T-13] a new phone needs a code',
  },
  {
    attack: 'T-14',
    off: 'a revoked session is accepted',
    cuts: [
      {
        file: sessions,
        text: 's.access_expires_at > ${clock.now()} and s.revoked_at is null`)',
        by: 's.access_expires_at > ${clock.now()}`)',
      },
    ],
    test: signInTest,
    title: '[T-14] [L-12] logout takes effect',
  },
  {
    attack: 'T-15',
    off: 'a token in the URL is accepted',
    cuts: [
      {
        file: 'src/platform/http/read-request.ts',
        text: "    token: header(request, 'token'),",
        by: "    token: header(request, 'token') ?? (request.query).token,",
      },
    ],
    test: 'src/platform/http/token-place.call.test.ts',
    title: '[T-15] a token is accepted in its header only',
  },
  {
    attack: 'T-15',
    off: 'the log does not redact secrets',
    cuts: [{ file: 'src/platform/log/logger.ts', text: "    redact: { paths, censor: '***' },\n", by: '' }],
    test: 'src/platform/http/token-place.call.test.ts',
    title: '[T-15] no token, code, password or query',
  },
  {
    attack: 'T-16',
    off: 'a sign-in after a long absence is not in doubt',
    cuts: [
      {
        file: 'src/people/customers/session-actions.ts',
        text: 'if (inDoubt) await setInDoubt(ctx.db, tokens.sessionId, true)',
        by: '',
      },
    ],
    test: 'src/people/sign-in/step-up/step-up.call.test.ts',
    title: '[T-16] [S-24] the account can be read',
  },
  {
    attack: 'T-16',
    off: 'confirming one session confirms every other one of the account',
    cuts: [
      {
        file: 'src/platform/auth/session-doubt.ts',
        text: 'where id = any(${[...sessionIds]}::bigint[])',
        by: 'where (id = any(${[...sessionIds]}::bigint[]) or true)',
      },
      {
        file: 'src/people/sign-in/step-up/vouch-actions.ts',
        text: 'if (cleared.length !== new Set(sessionIds).size) throw refuse(commonErrors.stageConflict)',
        by: '',
      },
    ],
    test: 'src/people/sign-in/step-up/vouch.call.test.ts',
    title: "[T-16] a stranger's session stays in doubt",
  },
  {
    attack: 'T-16',
    off: 'a sign-in is not in doubt while another session of the account is',
    cuts: [
      {
        file: 'src/people/customers/session-actions.ts',
        text: 'const inDoubt = unsettled || isLongAbsent(lastSeenAt, now)',
        by: 'const inDoubt = isLongAbsent(lastSeenAt, now)',
      },
    ],
    test: 'src/people/sign-in/step-up/vouch.call.test.ts',
    title: '[T-16] a stranger who signs in again',
  },
  {
    attack: 'T-16',
    off: 'a session in doubt can bind a WeChat identity',
    cuts: [{ file: signIn, text: 'if (tokens.inDoubt) throw refuse(accountErrors.bindInDoubt)', by: '' }],
    test: wechatTest,
    title: '[T-16] after a long absence no WeChat identity',
  },
  {
    attack: 'T-16',
    off: 'a password that was set with the phone alone confirms the person',
    cuts: [
      {
        file: 'src/people/sign-in/step-up/step-up-actions.ts',
        text: 'if (!passwordProves(seen.passwordSetAt, seen.lastSeenAt)) throw refuse(accountErrors.passwordTooNew)',
        by: '',
      },
    ],
    test: 'src/people/sign-in/step-up/step-up.call.test.ts',
    title: '[T-16] a password reset with the phone alone',
  },
  {
    attack: 'T-17',
    off: 'a sign-in may redirect to another site',
    cuts: [
      {
        file: paths,
        text: 'if (!given || !/^\\/(?![/\\\\])/.test(given)) return undefined',
        by: 'if (!given) return undefined',
      },
      {
        file: paths,
        text: 'return url?.origin === base ? url.pathname + url.search + url.hash : undefined',
        by: 'return url?.href',
      },
    ],
    test: 'src/platform/contract/internal-path.test.ts',
    title: '[T-17] refuses everything that leads to another site',
  },
  {
    attack: 'T-18',
    off: 'a token of the other kind is looked up',
    cuts: [
      {
        file: 'src/web/access.ts',
        text: 'if (kind !== undefined && kind !== wanted) throw refuse(commonErrors.wrongTokenKind)',
        by: '',
      },
    ],
    test: 'src/platform/http/dispatch.call.test.ts',
    title: '[T-18] a customer token is not accepted as a staff token',
  },
]
