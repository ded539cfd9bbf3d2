import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  listOf,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { MOST_MENTIONS, NOTE_LENGTH, subjectKinds } from './rules.ts'

// Notes of staff. Every call here is of staff: a customer never reads a note (decision 0078).

export const subjectField = z.strictObject({
  kind: keyOf(subjectKinds, '记录类型不正确'),
  /** The number of the order or group; the id of the customer. */
  no: requiredText('记录编号', 40),
})

export const subjectView = z.object({ kind: keyOf(subjectKinds), no: z.string(), path: z.string() })

const textField = requiredText('备注', NOTE_LENGTH)
const mentionsField = z
  .array(idField, { error: '提到的同事不正确' })
  .max(MOST_MENTIONS, `一次最多提到 ${MOST_MENTIONS} 位同事`)
  .default([])

const note = z.object({
  id: z.number().int(),
  subject: subjectView,
  text: z.string(),
  author: z.string(),
  /** Written by the person who asks. */
  own: z.boolean(),
  pinned: z.boolean(),
  version: z.number().int(),
  createdAt: timeText,
  editedAt: timeText.nullable(),
  mentions: z.array(z.object({ id: z.number().int(), name: z.string(), seen: z.boolean() })),
})
export type NoteView = z.output<typeof note>

export const noteList = defineCall({
  name: 'note/list',
  area: 'staff',
  action: 'note.read',
  reads: true,
  summary: '记录的内部备注，置顶在前；客户的包括其订单的备注',
  input: z.strictObject({ subject: subjectField, ...pageFields }),
  output: listOf(note),
})

export const noteAdd = defineCall({
  name: 'note/add',
  area: 'staff',
  action: 'note.write',
  idempotent: true,
  summary: '写内部备注，可提到同事',
  input: z.strictObject({ subject: subjectField, text: textField, mentionIds: mentionsField }),
  output: z.object({ id: z.number().int() }),
})

const chosen = { id: idField }

export const noteEdit = defineCall({
  name: 'note/edit',
  area: 'staff',
  action: 'note.write',
  repeat: 'stage',
  summary: '修改自己的备注，旧的内容保留',
  input: z.strictObject({ ...chosen, version: versionField(), text: textField, mentionIds: mentionsField }),
  output: z.object({ version: z.number().int() }),
})

export const notePin = defineCall({
  name: 'note/pin',
  area: 'staff',
  action: 'note.write',
  repeat: 'sets-state',
  summary: '置顶或取消置顶备注',
  input: z.strictObject({ ...chosen, pinned: z.boolean({ error: '请选择是否置顶' }) }),
  output: done,
})

export const noteDelete = defineCall({
  name: 'note/delete',
  area: 'staff',
  action: 'note.write',
  repeat: 'sets-state',
  summary: '删除自己的备注，30 天内可撤销',
  input: z.strictObject(chosen),
  output: done,
})

export const noteRestore = defineCall({
  name: 'note/restore',
  area: 'staff',
  action: 'note.write',
  repeat: 'sets-state',
  summary: '撤销删除自己的备注',
  input: z.strictObject(chosen),
  output: done,
})

export const noteHistory = defineCall({
  name: 'note/history',
  area: 'staff',
  action: 'note.read',
  reads: true,
  summary: '备注修改前的内容，新的在前',
  input: z.strictObject({ ...chosen, ...pageFields }),
  output: listOf(z.object({ version: z.number().int(), text: z.string(), writtenAt: timeText })),
})

export const noteSeen = defineCall({
  name: 'note/seen',
  area: 'staff',
  action: 'note.read',
  repeat: 'sets-state',
  summary: '标记提到本人的备注已看',
  input: z.strictObject({ ids: z.array(idField).min(1, '请选择备注').max(100, '一次最多标记 100 条') }),
  output: done,
})

export const noteMentions = defineCall({
  name: 'note/mentions',
  area: 'staff',
  action: 'note.read',
  reads: true,
  summary: '提到本人且未看的备注',
  input: z.strictObject(pageFields),
  output: listOf(
    z.object({
      id: z.number().int(),
      subject: subjectView,
      excerpt: z.string(),
      author: z.string(),
      createdAt: timeText,
    }),
  ),
})
