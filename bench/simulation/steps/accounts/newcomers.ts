import { firstAgreementVersion as agreementVersion } from '../../../../src/core/agreements/agreement-rules.ts'
import { customerIdOf } from '../../../../src/people/customers/actions.ts'
import { userUpdateProfile } from '../../../../src/people/customers/profile-contract.ts'
import { ownInviteCode } from '../../../../src/people/invitations/actions.ts'
import { code4sms, login, sign } from '../../../../src/people/sign-in/contract.ts'
import { shanghaiDate } from '../../../../src/platform/time.ts'
import type { Person } from '../../base.ts'
import { type Device, NEWCOMERS } from '../../models/newcomers.ts'
import type { Scene, StepKind } from '../../scene.ts'
import { orderFor } from '../ordering.ts'

/** People register, by themselves or with the link of somebody, and order like everybody else. */
export const newcomers: StepKind[] = [{ name: 'somebody registers', weight: 4, act: register }]
const RULE = 'whoever registers has the account, once, and those who have one get no other'
const PASSWORD = 'a-long-own-password-7'
const REGISTER = 0

async function register(scene: Scene): Promise<void> {
  const { random, world } = scene
  const book = world.model.newcomers
  const phone = `${NEWCOMERS}${String(random.whole(10, 40))}`
  const device = deviceOf(scene, phone)
  const inviter = inviterOf(scene, phone, device)
  const inviterCode = inviter ? await ownInviteCode(world.app.system, inviter.id) : random.pick(['', 'KEINER99'])
  world.app.clock.advance({ minutes: 2 })
  const code = await world.code(code4sms, { phone, useFor: REGISTER }, { token: '', phone })
  const input = { phone, code, password: PASSWORD, inviterCode, agreementVersion }
  const { body, faults } = await world.send(sign, input, from(device))
  scene.lines.push(`${phone} by ${inviter?.name ?? 'nobody'} ${body.code === 1 ? 'ok' : body.error}`)
  if (book.known.has(phone)) {
    if (body.code === 1) scene.breaks(RULE, `${phone} registered twice`)
    return
  }
  if (body.code !== 1 && faults.length === 0 && !book.unsure.has(phone))
    scene.breaks(RULE, `${phone} could not register: ${body.error}`)
  const isKnown = { inviterId: inviter?.id, device, isSameDevice: isUsed(scene, device, inviter) }
  const person = await signedIn(scene, phone, device)
  if (!person) {
    if (body.code === 1) scene.breaks(RULE, `${phone} cannot sign in`)
    return void book.unsure.add(phone)
  }
  // Of several tries nobody knows which one made the account.
  if (book.unsure.has(phone)) return
  book.known.set(phone, { person, password: PASSWORD, ...isKnown })
  if (inviter) book.devices.add(dayOf(scene, device))
  world.model.people.push(person)
  if (await fillIn(scene, person)) await orderFor(scene, person, '')
}

/** Mostly a device of their own, sometimes that of whoever registered last. */
function deviceOf(scene: Scene, phone: string): Device {
  const former = [...scene.world.model.newcomers.known.values()].at(-1)
  if (former && scene.random.chance(0.3)) return former.device
  return { ip: `10.9.${Number(phone.slice(-2))}.7`, userAgent: `Phone/${phone}` }
}

/** The promoter is left out: such friends are bound instead of invited. Whose device it is often is the inviter. */
function inviterOf({ world, random }: Scene, phone: string, { ip }: Device): Person | undefined {
  const { people, newcomers: book } = world.model
  const owner = [...book.known.values()].find(({ device }) => device.ip === ip)?.person
  if (owner && owner.phone !== phone && people.includes(owner) && random.chance(0.5)) return owner
  const able = people.filter((person) => person.id !== world.base.promoterId && person.phone !== phone)
  return random.chance(0.7) ? random.pick(able) : undefined
}

const from = ({ ip, userAgent }: Device) => ({ ip, headers: { 'user-agent': userAgent } })
const dayOf = ({ world }: Scene, { ip, userAgent }: Device) => `${ip} ${userAgent} ${shanghaiDate(world.now)}`

function isUsed(scene: Scene, device: Device, inviter: Person | undefined): boolean {
  const { known, devices } = scene.world.model.newcomers
  return devices.has(dayOf(scene, device)) || known.get(inviter?.phone ?? '')?.device.ip === device.ip
}

async function signedIn({ world }: Scene, phone: string, device: Device): Promise<Person | undefined> {
  const { body, data } = await world.send(login, { account: phone, password: PASSWORD }, from(device))
  if (body.code !== 1) return undefined
  const id = (await customerIdOf(world.app.system, phone)) ?? 0
  const person: Person = {
    ...{ name: phone, kind: 'individual', id, token: data.token, phone, password: PASSWORD },
    ...{ groupNo: '', decides: false },
  }
  await world.keepSignedIn(person)
  return person
}

async function fillIn(scene: Scene, person: Person) {
  const profile = {
    name: `新客${person.phone.slice(-2)}`,
    email: 'new@example.com',
    company: '自由职业',
    teacher: '本人导师',
  }
  const rest = { teacher_phone: '', teacher_mail: '', address_code: '320211', address: '新客路 1 号' }
  return scene.by(person, userUpdateProfile, { ...profile, organization: 1, ...rest })
}
