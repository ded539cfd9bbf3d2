import { z } from 'zod'

/** Each part exactly once, and at least one of them shown. */
export function arrangementSchema<N extends string>(names: readonly [N, ...N[]], label: string) {
  return z
    .array(z.strictObject({ name: z.enum(names, { error: `${label}里有不存在的部分` }), shown: z.boolean() }), {
      error: `${label}格式不正确`,
    })
    .refine(
      (list) => list.length === names.length && new Set(list.map(({ name }) => name)).size === names.length,
      `${label}应列出每个部分一次`,
    )
    .refine((list) => list.some(({ shown }) => shown), `${label}至少显示一个部分`)
}
