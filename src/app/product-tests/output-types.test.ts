import { expect, it } from 'vitest'
import { z } from 'zod'
import { handlers } from '../calls.ts'

/** The paths of stages, kinds, actions, roles and channels in an output whose type is a plain string. */
function looseStages(schema: unknown, path: string): string[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray) return looseStages(inner.element, `${path}[]`)
  if (!(inner instanceof z.ZodObject)) return []
  return Object.entries(inner.shape).flatMap(([name, field]) => {
    const at = `${path}.${name}`
    const value = unwrapped(field)
    const element = value instanceof z.ZodArray ? unwrapped(value.element) : value
    const isStage =
      /^(stage|orderStage|fromStage|toStage|heldFrom|state|group|kind|storage|hazards|actions|verbs|role|channel|organization)$/.test(
        name,
      )
    return [...(isStage && element instanceof z.ZodString ? [at] : []), ...looseStages(value, at)]
  })
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema
}

it('[F-56] every stage, kind, action, role and channel in an output is an enumeration', () => {
  const loose = handlers.flatMap(({ call }) => looseStages(call.output, call.path))
  expect(loose, 'declare each with z.enum or keyOf instead of z.string').toEqual([])
})

/** Values of any shape, wherever they are in an output. */
function openShapes(schema: unknown, path: string): string[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodUnknown || inner instanceof z.ZodAny) return [path]
  if (inner instanceof z.ZodArray) return openShapes(inner.element, `${path}[]`)
  if (inner instanceof z.ZodRecord) return openShapes(inner.valueType, `${path}{}`)
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => openShapes(option, path))
  if (!(inner instanceof z.ZodObject)) return []
  return Object.entries(inner.shape).flatMap(([name, field]) => openShapes(field, `${path}.${name}`))
}

it('every value in an output has a shape, except the fields of edited content', () => {
  const open = handlers.flatMap(({ call }) => openShapes(call.output, call.path))
  const others = open.filter((path) => !path.startsWith('/api/staff/content/'))
  expect(others, 'declare their fields instead of z.unknown').toEqual([])
})
