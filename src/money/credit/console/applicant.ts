import type { StaffCreditApplication } from '../contract.ts'

/** A group has no phone of its own. */
export function applicantOf({ customerName, customerPhone }: StaffCreditApplication): string {
  return [customerName || '未填姓名', customerPhone].filter(Boolean).join(' ')
}
