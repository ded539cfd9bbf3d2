import { code4sms, loginForCode } from '../../../people/sign-in/contract.ts'
import { keepGenerated } from '../../../core/files/actions.ts'
import { fileLink } from '../../../core/files/contract.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

/** A customer who has a report. */
export interface ReportOwner extends TestPerson {
  fileId: number
}

/** A customer with a report and ways to sign in, for tests of sign-ins after a long absence. */
export function absenceScene(app: TestApp) {
  const lastCode = async (to: string): Promise<string> =>
    /\d{6}/.exec((await app.outbox()).findLast((message) => message.to === to)?.text ?? '')?.[0] ?? ''
  return {
    lastCode,
    async owner(): Promise<ReportOwner> {
      const person = await app.customer(0)
      const report = { name: '报告.pdf', mime: 'application/pdf', purpose: 'report', attachedTo: 'report:0' } as const
      const bytes = Buffer.from('%PDF-1.7')
      const { id } = await keepGenerated(app.system, { ...report, bytes, customerId: person.id })
      return { ...person, fileId: id }
    },
    /** Advances the clock first, so that the code is not refused because of the waiting time between codes. */
    async signInBySms({ phone }: TestPerson, from?: { ip: string; userAgent: string }): Promise<{ token: string }> {
      app.clock.advance({ minutes: 2 })
      const options = from ? { ip: from.ip, headers: { 'user-agent': from.userAgent } } : {}
      await app.call(code4sms, { phone, useFor: 3 }, options)
      return app.call(loginForCode, { phone, code: await lastCode(phone) }, options)
    },
    opensFile: ({ fileId }: ReportOwner, as: { token: string }) => app.call(fileLink, { id: fileId }, { as }),
    refusesFile: ({ fileId }: ReportOwner, as: { token: string }) => app.refusal(fileLink, { id: fileId }, { as }),
  }
}
