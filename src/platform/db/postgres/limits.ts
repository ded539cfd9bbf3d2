// Limits of time for everything that asks a PostgreSQL server. They are here, not in the server, because a host that is frozen or cut off keeps no limit.

export const limits = {
  /** For a free or a new connection. */
  acquireMs: 3000,
  /** `begin` answers at once unless the connection is dead; nothing has happened yet, so another one takes over. */
  beginMs: 5000,
  /** The first try of a read outside a transaction; the rest of `statementMs` is for the second one. */
  readMs: 10_000,
  /** A little longer than `statement_timeout`, so that the server's own answer comes first when it can still answer. */
  statementMs: 15_500,
  /** The first try of a health check; the second one may take as long. */
  healthMs: 1500,
  /** Settings of a new connection. */
  settingsMs: 3000,
}

/** Of this process: connections closed because they did not answer, and attempts to get one that failed. */
export const connectionFigures = { silent: 0, refused: 0 }

/** The other end did not answer in time. Its connection is closed, because an answer may still arrive on it. */
export class DatabaseSilent extends Error {
  code = 'ETIMEDOUT'

  constructor(ms: number) {
    super(`the database did not answer within ${ms} ms`)
  }
}
