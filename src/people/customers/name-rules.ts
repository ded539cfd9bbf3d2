import { maskPhone } from './rules.ts'

/** How staff see a customer: the name, else the nickname, else the masked phone number; empty when there is no customer. */
export function customerName(customer: { name: string; nickname: string; phone: string } | undefined): string {
  return customer ? customer.name || customer.nickname || maskPhone(customer.phone) : ''
}
