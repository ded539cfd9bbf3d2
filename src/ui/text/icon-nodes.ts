// One import per icon: the package has two thousand of them, and the server would load all at its start.
import Activity from 'lucide/dist/esm/icons/activity.mjs'
import ArrowLeftRight from 'lucide/dist/esm/icons/arrow-left-right.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import BanknoteArrowUp from 'lucide/dist/esm/icons/banknote-arrow-up.mjs'
import Bell from 'lucide/dist/esm/icons/bell.mjs'
import BookOpenCheck from 'lucide/dist/esm/icons/book-open-check.mjs'
import BookUser from 'lucide/dist/esm/icons/book-user.mjs'
import CalendarDays from 'lucide/dist/esm/icons/calendar-days.mjs'
import ChartColumn from 'lucide/dist/esm/icons/chart-column.mjs'
import ChartGantt from 'lucide/dist/esm/icons/chart-gantt.mjs'
import ChartSpline from 'lucide/dist/esm/icons/chart-spline.mjs'
import Check from 'lucide/dist/esm/icons/check.mjs'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import ChevronUp from 'lucide/dist/esm/icons/chevron-up.mjs'
import ClipboardCheck from 'lucide/dist/esm/icons/clipboard-check.mjs'
import Clock from 'lucide/dist/esm/icons/clock.mjs'
import Code from 'lucide/dist/esm/icons/code.mjs'
import Coins from 'lucide/dist/esm/icons/coins.mjs'
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import CornerUpRight from 'lucide/dist/esm/icons/corner-up-right.mjs'
import CreditCard from 'lucide/dist/esm/icons/credit-card.mjs'
import DoorOpen from 'lucide/dist/esm/icons/door-open.mjs'
import Download from 'lucide/dist/esm/icons/download.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs'
import FileInput from 'lucide/dist/esm/icons/file-input.mjs'
import FilePenLine from 'lucide/dist/esm/icons/file-pen-line.mjs'
import FileSpreadsheet from 'lucide/dist/esm/icons/file-spreadsheet.mjs'
import FileText from 'lucide/dist/esm/icons/file-text.mjs'
import FlaskConical from 'lucide/dist/esm/icons/flask-conical.mjs'
import Gauge from 'lucide/dist/esm/icons/gauge.mjs'
import HeartPulse from 'lucide/dist/esm/icons/heart-pulse.mjs'
import House from 'lucide/dist/esm/icons/house.mjs'
import Image from 'lucide/dist/esm/icons/image.mjs'
import Info from 'lucide/dist/esm/icons/info.mjs'
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs'
import Landmark from 'lucide/dist/esm/icons/landmark.mjs'
import LayoutGrid from 'lucide/dist/esm/icons/layout-grid.mjs'
import ListChecks from 'lucide/dist/esm/icons/list-checks.mjs'
import ListFilter from 'lucide/dist/esm/icons/list-filter.mjs'
import ListTodo from 'lucide/dist/esm/icons/list-todo.mjs'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import MapPin from 'lucide/dist/esm/icons/map-pin.mjs'
import Megaphone from 'lucide/dist/esm/icons/megaphone.mjs'
import Menu from 'lucide/dist/esm/icons/menu.mjs'
import MessageCircleQuestionMark from 'lucide/dist/esm/icons/message-circle-question-mark.mjs'
import MessageSquareHeart from 'lucide/dist/esm/icons/message-square-heart.mjs'
import MessageSquareText from 'lucide/dist/esm/icons/message-square-text.mjs'
import Microscope from 'lucide/dist/esm/icons/microscope.mjs'
import Minus from 'lucide/dist/esm/icons/minus.mjs'
import Moon from 'lucide/dist/esm/icons/moon.mjs'
import PackageOpen from 'lucide/dist/esm/icons/package-open.mjs'
import Pause from 'lucide/dist/esm/icons/pause.mjs'
import Phone from 'lucide/dist/esm/icons/phone.mjs'
import Play from 'lucide/dist/esm/icons/play.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Printer from 'lucide/dist/esm/icons/printer.mjs'
import QrCode from 'lucide/dist/esm/icons/qr-code.mjs'
import ReceiptText from 'lucide/dist/esm/icons/receipt-text.mjs'
import RefreshCw from 'lucide/dist/esm/icons/refresh-cw.mjs'
import Rocket from 'lucide/dist/esm/icons/rocket.mjs'
import RotateCcwClock from 'lucide/dist/esm/icons/rotate-ccw-clock.mjs'
import Route from 'lucide/dist/esm/icons/route.mjs'
import Scale from 'lucide/dist/esm/icons/scale.mjs'
import ScanLine from 'lucide/dist/esm/icons/scan-line.mjs'
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs'
import Search from 'lucide/dist/esm/icons/search.mjs'
import Settings from 'lucide/dist/esm/icons/settings.mjs'
import Share2 from 'lucide/dist/esm/icons/share-2.mjs'
import ShieldCheck from 'lucide/dist/esm/icons/shield-check.mjs'
import SquarePen from 'lucide/dist/esm/icons/square-pen.mjs'
import Smartphone from 'lucide/dist/esm/icons/smartphone.mjs'
import Star from 'lucide/dist/esm/icons/star.mjs'
import Sun from 'lucide/dist/esm/icons/sun.mjs'
import SunMoon from 'lucide/dist/esm/icons/sun-moon.mjs'
import TestTube from 'lucide/dist/esm/icons/test-tube.mjs'
import TicketPercent from 'lucide/dist/esm/icons/ticket-percent.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import Truck from 'lucide/dist/esm/icons/truck.mjs'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import Upload from 'lucide/dist/esm/icons/upload.mjs'
import User from 'lucide/dist/esm/icons/user.mjs'
import UserCheck from 'lucide/dist/esm/icons/user-check.mjs'
import Users from 'lucide/dist/esm/icons/users.mjs'
import UsersRound from 'lucide/dist/esm/icons/users-round.mjs'
import Wallet from 'lucide/dist/esm/icons/wallet.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'

/** The elements of a drawing on a grid of 24, without stroke: tag and attributes. */
export type IconNode = readonly (readonly [string, Readonly<Record<string, string | number>>])[]

/** Our icons by what they mean here, drawn by Lucide. A new icon is a new entry, and a word in the gallery. */
export const iconNodes = {
  contacts: BookUser,
  user: User,
  users: Users,
  group: UsersRound,
  phone: Phone,
  mail: Mail,
  chat: MessageCircleQuestionMark,
  message: MessageSquareText,
  clock: Clock,
  history: RotateCcwClock,
  calendar: CalendarDays,
  search: Search,
  close: X,
  'list-check': ListChecks,
  check: Check,
  sun: Sun,
  moon: Moon,
  'sun-moon': SunMoon,
  alert: TriangleAlert,
  info: Info,
  download: Download,
  upload: Upload,
  import: FileInput,
  printer: Printer,
  'chevron-down': ChevronDown,
  'chevron-up': ChevronUp,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  menu: Menu,
  more: Ellipsis,
  home: House,
  flask: FlaskConical,
  microscope: Microscope,
  tube: TestTube,
  file: FileText,
  qr: QrCode,
  bell: Bell,
  external: ExternalLink,
  trash: Trash,
  activity: Activity,
  key: KeyRound,
  door: DoorOpen,
  image: Image,
  edit: SquarePen,
  copy: Copy,
  plus: Plus,
  minus: Minus,
  star: Star,
  pin: MapPin,
  truck: Truck,
  parcel: PackageOpen,
  route: Route,
  wallet: Wallet,
  card: CreditCard,
  receipt: ReceiptText,
  bank: Landmark,
  transfer: ArrowLeftRight,
  undo: Undo2,
  ticket: TicketPercent,
  scale: Scale,
  book: BookOpenCheck,
  megaphone: Megaphone,
  share: Share2,
  refresh: RefreshCw,
  grid: LayoutGrid,
  filter: ListFilter,
  pause: Pause,
  play: Play,
  logout: LogOut,
  'arrow-up': ArrowUp,
  chart: ChartColumn,
  load: ChartGantt,
  'control-chart': ChartSpline,
  health: HeartPulse,
  settings: Settings,
  redirect: CornerUpRight,
  points: Coins,
  withdraw: BanknoteArrowUp,
  credit: Gauge,
  contract: FilePenLine,
  statement: ScrollText,
  voucher: FileSpreadsheet,
  shield: ShieldCheck,
  review: MessageSquareHeart,
  release: Rocket,
  tasks: ListTodo,
  verify: ClipboardCheck,
  vouch: UserCheck,
  smartphone: Smartphone,
  scan: ScanLine,
  code: Code,
} as const satisfies Record<string, IconNode>
