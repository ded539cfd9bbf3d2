import { videoShown } from './rules.ts'
import type { ReservationRow } from './wire-rules.ts'

/** Part of every UID, so that a file and a feed name the same event; a name that no site has (RFC 2606). */
export const CALENDAR_HOST = 'reservation.invalid'

/** A booking as an event of a calendar. */
export interface CalendarEvent {
  id: number
  version: number
  orderNo: string
  title: string
  startsAt: Date
  endsAt: Date
  place: string
  /** Of the meeting; empty without one. */
  url: string
  cancelled: boolean
}

interface Shown {
  /** Of the laboratory. */
  address: string
  /** Staff see the link of a meeting at once, customers from the day before. */
  forStaff: boolean
  now: Date
}

export function calendarEvent(
  row: ReservationRow & { replaced?: boolean },
  { address, forStaff, now }: Shown,
): CalendarEvent {
  const { id, version, orderNo, projectName, startsAt, endsAt, remote, stage } = row
  return {
    ...{ id, version, orderNo, startsAt, endsAt },
    url: forStaff || videoShown(row, now) ? row.videoUrl : '',
    cancelled: stage === 'cancelled' || row.replaced === true,
    title: `${projectName}${remote ? '（云视频）' : ''}`,
    place: remote ? '' : address,
  }
}

/** A calendar with one event (RFC 5545), with a reminder an hour before. Its UID stays, so that a later file replaces the event. */
export function icsOf(event: CalendarEvent, host: string, now: Date): string {
  return calendarText([`METHOD:${event.cancelled ? 'CANCEL' : 'PUBLISH'}`, ...linesOf(event, host, now)])
}

/** A calendar that programs read again and again, with all events. The name and the pause are extensions that they know. */
export function feedText(
  events: readonly CalendarEvent[],
  { name, host, now }: { name: string; host: string; now: Date },
): string {
  const head = [
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ]
  return calendarText([...head, ...events.flatMap((event) => linesOf(event, host, now))])
}

function calendarText(content: readonly string[]): string {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Mingxi//Reservations//ZH', 'CALSCALE:GREGORIAN']
  return `${[...head, ...content, 'END:VCALENDAR'].map(folded).join('\r\n')}\r\n`
}

function linesOf(event: CalendarEvent, host: string, now: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:reservation-${event.id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${event.version}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(event.endsAt)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(`订单 ${event.orderNo}`)}`,
    ...(event.place ? [`LOCATION:${escaped(event.place)}`] : []),
    ...(event.url ? [`URL:${event.url}`] : []),
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(event.cancelled
      ? []
      : ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(event.title)}`, 'TRIGGER:-PT1H', 'END:VALARM']),
    'END:VEVENT',
  ]
}

/** `20260310T020000Z` */
function utc(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\n`)
}

/** Lines have at most 75 octets; a longer one goes on after a space. No character is cut apart. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > 75) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}
