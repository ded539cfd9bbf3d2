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

/** A calendar with one event (RFC 5545), with a reminder an hour before. Its UID stays, so that a later file replaces the event. */
export function icsOf(event: CalendarEvent, host: string, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mingxi//Reservations//ZH',
    'CALSCALE:GREGORIAN',
    `METHOD:${event.cancelled ? 'CANCEL' : 'PUBLISH'}`,
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
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
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
