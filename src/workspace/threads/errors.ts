import { defineRefusals } from '../../platform/contract/refusal.ts'

export const threadErrors = defineRefusals({
  nothingWritten: '请填写内容或选择文件',
  tooManyMessages: ['消息发送过于频繁，请稍后重试', 429],
})
