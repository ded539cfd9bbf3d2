import type { Area, Call, InputOf, OutputOf } from '../contract/call.ts'
import type { z } from 'zod'
import type { Ctx, Customer, Staff, Visitor } from './ctx.ts'

/** A file of a multipart call, already in the file store. */
export interface UploadedFile {
  key: string
  name: string
  size: number
  sha256: string
  /** Detected from the bytes, not declared by the sender. */
  mime: string
}

type ActorOf<A extends Area> = A extends 'auth' ? Customer : A extends 'staff' ? Staff : Visitor | Customer

export interface Handler {
  call: Call
  run: (ctx: Ctx, input: unknown, file: UploadedFile | undefined, files: UploadedFile[]) => Promise<unknown>
  /** See `handle`. */
  finish?: (ctx: Ctx, answer: unknown) => Promise<unknown>
}

/**
 * Binds a call to its code. Calls with `upload` also get the file, or with `maxFiles` the list of files. `finish` completes the answer after
 * the commit and outside of the transaction, also when a key is repeated: for asking a provider about something that is already recorded.
 */
export function handle<C extends Call>(
  call: C,
  run: (
    ctx: Ctx<ActorOf<C['area']>>,
    input: InputOf<C>,
    file: UploadedFile,
    files: UploadedFile[],
  ) => Promise<z.input<C['output']>> | z.input<C['output']>,
  finish?: (ctx: Ctx<ActorOf<C['area']>>, answer: OutputOf<C>) => Promise<z.input<C['output']>>,
): Handler {
  return {
    call,
    ...(finish ? { finish: (ctx, answer) => finish(ctx as Ctx<ActorOf<C['area']>>, answer as OutputOf<C>) } : {}),
    run: async (ctx, input, file, files) =>
      run(ctx as Ctx<ActorOf<C['area']>>, input as InputOf<C>, file as UploadedFile, files),
  }
}
