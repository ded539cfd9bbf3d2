import { defineRefusals } from '../../platform/contract/refusal.ts'

export const threadErrors = defineRefusals({
  nothingWritten: '请填写内容或选择文件',
  writtenAgain: ['客户又有新留言，或已有同事处理，请查看后再标记', 409],
  tooManyMessages: ['消息发送过于频繁，请稍后重试', 429],
})
