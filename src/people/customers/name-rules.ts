import { maskPhone } from './rules.ts'

/** How staff see a customer: the name, else the nickname, else the masked phone number; empty when there is no customer. */
export function customerName(customer: { name: string; nickname: string; phone: string } | undefined): string {
  return customer ? customer.name || customer.nickname || maskPhone(customer.phone) : ''
}

/** `#123` in a search of staff means the customer with this number, because names occur more than once. */
export function customerNumber(typed: string): number | undefined {
  const [, id] = /^#([1-9]\d{0,14})$/.exec(typed.trim()) ?? []
  return id === undefined ? undefined : Number(id)
}
