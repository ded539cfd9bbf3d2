import { z } from 'zod'
import { creditLimits, pictureKindKeys } from './credit-rules.ts'
import { optionalText } from '../../../platform/contract/fields.ts'

const kind = z.enum([...pictureKindKeys, ''], { error: '请选择图片内容' })

/** Given by an editor. */
export const creditFields = {
  kind: kind.default(''),
  credit: optionalText('作者或来源', creditLimits.credit),
  licence: optionalText('授权方式', creditLimits.licence),
}

/** As stored. */
export const creditOutput = { kind, credit: z.string(), licence: z.string() }

/** What a public page says about its picture; null when nothing is known of it. */
export const pictureNote = z.object({ alt: z.string(), ...creditOutput }).nullable()
