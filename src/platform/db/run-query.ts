export interface QueryResult {
  rows: unknown[][]
  names: string[]
  affected: number
}

/** Provided by a driver: runs a query on some connection. */
export type RunQuery = (text: string, values: unknown[]) => Promise<QueryResult>
