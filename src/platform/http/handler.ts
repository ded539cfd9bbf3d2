import type { Area, Call, InputOf } from '../contract/call.ts'
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
}

/** Binds a call to its code. Calls with `upload` also get the file, or with `maxFiles` the list of files. */
export function handle<C extends Call>(
  call: C,
  run: (
    ctx: Ctx<ActorOf<C['area']>>,
    input: InputOf<C>,
    file: UploadedFile,
    files: UploadedFile[],
  ) => Promise<z.input<C['output']>> | z.input<C['output']>,
): Handler {
  return {
    call,
    run: async (ctx, input, file, files) =>
      run(ctx as Ctx<ActorOf<C['area']>>, input as InputOf<C>, file as UploadedFile, files),
  }
}
