import { maskPhone } from './rules.ts'

/** What staff call a customer: the name, else the nickname, else the masked phone number; empty for nobody. */
export function customerName(customer: { name: string; nickname: string; phone: string } | undefined): string {
  return customer ? customer.name || customer.nickname || maskPhone(customer.phone) : ''
}
