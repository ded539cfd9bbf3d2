import type { SVGProps } from 'react'
import { cx } from './class-names.ts'

/** Line drawings on a grid of 24. A new icon is a new entry here. */
const paths = {
  contacts:
    'M6.5 3.5h13v17h-13zM4 8h2.5M4 12h2.5M4 16h2.5M13 11.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM9.3 16.5c.4-2 1.8-3 3.7-3s3.3 1 3.7 3',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.6-3.5 3.1-5 6.5-5s5.9 1.5 6.5 5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .7 3.2 2.2 3.5 4.6',
  group:
    'M12 10.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6.5 19.5c.5-3.6 2.5-5.5 5.5-5.5s5 1.9 5.5 5.5M4.8 11.8a2.2 2.2 0 1 0 0-4.4M19.2 11.8a2.2 2.2 0 1 1 0-4.4M2 17.5c.2-1.6.9-2.7 2.2-3.2M22 17.5c-.2-1.6-.9-2.7-2.2-3.2',
  phone:
    'M6.5 3.5 9 4l1 4-2 1.7a13 13 0 0 0 6.3 6.3l1.7-2 4 1 .5 2.5c.2 1.5-1 3-2.5 3C10.5 20.5 3.5 13.5 3.5 6c0-1.5 1.5-2.7 3-2.5Z',
  mail: 'M3.5 6h17v12.5h-17zm0 1 8.5 6.5L20.5 7',
  chat: 'M4 5h16v11.5h-8.5L7 20v-3.5H4zM8.5 11h.01M12 11h.01M15.5 11h.01',
  message: 'M4 5h16v11.5H9L5 20v-3.5H4zM8 9h8M8 12.5h5',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5.2l3.5 2',
  history: 'M4.5 12a7.5 7.5 0 1 1 2.2 5.3M4 17.5h3.2v-3.2M12 8v4.3l3 1.8',
  calendar: 'M4 5.5h16v15H4zM4 10h16M8.5 3v4M15.5 3v4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20.5 20.5',
  close: 'M6 6l12 12M18 6 6 18',
  'list-check': 'm3.5 6.5 1.8 1.8L8.5 5M3.5 16.5l1.8 1.8 3.2-3.3M12 7h8.5M12 17h8.5',
  check: 'm4.5 12.5 5 5L19.5 7',
  alert: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5.5M12 7.8h.01',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 19.5h16',
  upload: 'M12 15.5v-11M7.5 9 12 4.5 16.5 9M4 19.5h16',
  import: 'M12 3.5v9M8 9l4 4 4-4M4 14v6h16v-6',
  printer: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-up': 'm6 15 6-6 6 6',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  home: 'M4 11.5 12 4.5l8 7M6 10v10h4.5v-5.5h3V20H18V10',
  flask: 'M9.5 4h5M10.5 4v6L5 19a1 1 0 0 0 .9 1.5h12.2A1 1 0 0 0 19 19l-5.5-9V4M7.8 15h8.4',
  microscope: 'M9 3.5h4v8H9zM11 11.5V14M5.5 20.5h13M7 17.5h6M14.5 6.5a6 6 0 0 1 2 11v3M9.5 14h3',
  tube: 'M8 3.5h8M9 3.5v13.5a3 3 0 0 0 6 0V3.5M9 11h6',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6M9 16h6',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM18 18h2v2h-2zM18 14h2M14 18.5V20',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 18a2 2 0 0 0 4 0',
  external: 'M13.5 4.5h6v6M19.5 4.5 11 13M17 14v5.5H4.5V7H10',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 13h9.4l.8-13M10 11v5.5M14 11v5.5',
  code: 'M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M13.5 5.5l-3 13',
  door: 'M6.5 20.5V4h10v16.5M4 20.5h15.5M13 12.5h.01',
  image: 'M3.5 5h17v14h-17zM8 11a1.6 1.6 0 1 0 0-3.2A1.6 1.6 0 0 0 8 11ZM3.5 17l5-4.5 3.5 3 4-4.5 4.5 4.5',
  edit: 'M4 20l.8-4L15.5 5.3a1.8 1.8 0 0 1 2.6 0l.6.6a1.8 1.8 0 0 1 0 2.6L8 19.2zM14 7l3 3',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  star: 'm12 4 2.5 5.2 5.7.8-4.1 4 1 5.7L12 17l-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  pin: 'M12 21c4.5-4.7 6.5-8 6.5-10.7a6.5 6.5 0 0 0-13 0C5.5 13 7.5 16.3 12 21ZM12 12.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  truck:
    'M2.5 6h11v11h-11zM13.5 10h4l4 3.5V17h-8zM6.5 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  parcel: 'M4 8l8-4 8 4v8.5l-8 4-8-4zM4 8l8 4 8-4M12 12v8.5M8 6l8 4',
  route:
    'M6 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6 8.5V14a4 4 0 0 0 4 4h5.5',
  wallet: 'M4 7.5h16v12H4zM4 7.5 16 4v3.5M15.5 13.5h.01',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h3.5',
  receipt: 'M6 3.5h12v17l-3-1.8-3 1.8-3-1.8-3 1.8zM9.5 8.5h5M9.5 12h5',
  bank: 'M3.5 9.5 12 4l8.5 5.5zM5.5 12.5v5M10 12.5v5M14 12.5v5M18.5 12.5v5M3.5 20.5h17',
  transfer: 'M4 8.5h15M15 4.5l4 4-4 4M20 15.5H5M9 11.5l-4 4 4 4',
  undo: 'M8 5 4 9l4 4M4 9h10.5a5.5 5.5 0 0 1 0 11H9',
  ticket: 'M4 6.5h16v3.7a1.9 1.9 0 0 0 0 3.6v3.7H4v-3.7a1.9 1.9 0 0 0 0-3.6zM14.5 7v10',
  scale: 'M12 4v16M7.5 20h9M5 7h14M5 7l-2.5 6.5a3 3 0 0 0 5 0zM19 7l-2.5 6.5a3 3 0 0 0 5 0z',
  book: 'M5 4.5h11.5a2 2 0 0 1 2 2v13H7a2 2 0 0 1-2-2zM5 17.5a2 2 0 0 1 2-2h11.5',
  megaphone: 'M4 10v4h3l8 4.5v-13L7 10zM7 14l1.2 5.5h2.6L9.5 15M18 9.5a3.5 3.5 0 0 1 0 5',
  share:
    'M7 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM17 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM17 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9.2 10.8l5.6-4M9.2 13.2l5.6 4',
  refresh: 'M19.5 5v4.5H15M4.5 19v-4.5H9M5.5 9.5a7 7 0 0 1 12.5-2l1.5 2M18.5 14.5a7 7 0 0 1-12.5 2l-1.5-2',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  filter: 'M4 5.5h16l-6.2 7.5v6l-3.6-2v-4z',
  pause: 'M8.5 5v14M15.5 5v14',
  play: 'M7.5 5v14l11-7z',
  logout: 'M10 4H4.5v16H10M15 8l4.5 4L15 16M9.5 12h10',
  'arrow-up': 'M12 19.5v-15M6 10.5l6-6 6 6',
  chart: 'M4 4v16h16M8.5 16v-4.5M13 16V8M17.5 16v-6.5',
} as const

export type IconName = keyof typeof paths
export const iconNames = Object.keys(paths) as IconName[]

/** Decorative unless `label` is given. `size` in px; the colour is that of the text. The stroke is set once in base.css instead of per icon. */
export function Icon({
  name,
  size = 20,
  label,
  className,
  ...rest
}: SVGProps<SVGSVGElement> & { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={cx('icon', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  )
}
