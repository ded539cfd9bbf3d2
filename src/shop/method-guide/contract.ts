import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, nothing } from '../../platform/contract/fields.ts'
import { projectDetail } from '../catalogue/contract.ts'
import { guideTopics } from './rules.ts'

export const guideTopic = z.enum(
  Object.keys(guideTopics) as [keyof typeof guideTopics, ...(keyof typeof guideTopics)[]],
)

const question = z.object({ id: z.number().int(), topic: guideTopic, title: z.string(), hint: z.string() })

export const guideQuestions = defineCall({
  name: 'web/guide/questions',
  area: 'open',
  method: 'GET',
  summary: '选方法：客户想知道的问题',
  cacheTags: ['guide'],
  replica: true,
  input: nothing,
  output: z.object({ list: z.array(question) }),
})

/** What the methods need and cost comes from the projects as they are on sale now. */
export const guideMethods = defineCall({
  name: 'web/guide/methods',
  area: 'open',
  method: 'GET',
  summary: '选方法：回答一个问题的检测项目',
  cacheTags: ['guide', 'catalogue', 'projects'],
  replica: true,
  input: z.strictObject({ id: idField }),
  output: question.extend({
    methods: z.array(
      z.object({
        answers: z.string(),
        limits: z.string(),
        project: projectDetail.pick({
          rid: true,
          name: true,
          sketch: true,
          days: true,
          form: true,
          rule: true,
        }),
        requirements: projectDetail.shape.content.shape.requirements,
        consumed: z.boolean(),
      }),
    ),
  }),
})
