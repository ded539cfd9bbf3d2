/**
 * Public pages are complete without JavaScript. This takes React Router's module script and preloads out of the way of the first paint:
 * they wait as text until the first intent (pointer, touch, key, focus) or until the page is idle after loading.
 * A click that came first on a button is done again once the page is hydrated. So is one on a link into
 * a guarded area, which may open the login dialog instead. An invitation (`#invited=…`) opens a dialog and a signed-in person has a name and
 * a badge to be shown, so they do not wait; nor does a page that has something to say by JavaScript (`data-hydrate-at-once`).
 * What a page lays out late (src/ui/late.ts) comes as it is scrolled near. Whoever stays at the top gets it, with its pictures,
 * piece by piece before the page is hydrated: laid out at once after loading it held a phone up for a third of a second. A picture of the whole page
 * lays nothing out anew, but is heralded by a change of size to the same size, and then all of it comes.
 */
const STARTER = `(()=>{let n,c;const d=document,w=window,v=['pointerdown','pointerover','touchstart','keydown','focusin'];
const go=()=>{if(n)return;v.forEach(t=>w.removeEventListener(t,go,!0));n=d.createElement('script');n.type='module';n.textContent=d.getElementById('later').textContent;d.body.append(n)};
v.forEach(t=>w.addEventListener(t,go,{capture:!0,passive:!0}));try{(location.hash.startsWith('#invited=')||localStorage.getItem('mingxi.session')||d.querySelector('[data-hydrate-at-once]'))&&go()}catch{}
const k=e=>{const b=e.target.closest&&e.target.closest('button,[data-login-entry],a[href^="/member"],a[href^="/experiment"]');if(b){e.preventDefault();c=b}};d.addEventListener('click',k,!0);
w.addEventListener('hydrated',()=>{d.removeEventListener('click',k,!0);c&&c.isConnected&&c.click()},{once:!0});
let W=innerWidth,H=innerHeight;const s=()=>[...d.querySelectorAll('[data-late]')],o=e=>{e.style.contentVisibility='visible';e.querySelectorAll('img').forEach(g=>g.loading='eager')};
w.addEventListener('resize',()=>{innerWidth==W&&innerHeight==H?s().forEach(o):(W=innerWidth,H=innerHeight)});
w.addEventListener('load',()=>{const i=w.requestIdleCallback||(f=>setTimeout(f,300)),l=s(),r=()=>{const e=l.shift();e?(o(e),i(r)):go()};i(()=>setTimeout(r,3500))})})()`

/**
 * Until the page is hydrated a link is an ordinary one, and the document it leads to is fetched while the pointer is on its way.
 * Afterwards only data is fetched, so the rules are taken out again (root.tsx).
 */
export const SPECULATION_ID = 'ahead'
const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          ...['/api/*', '/files/*', '/member*', '/experiment*', '/console*', '/invited*'].map((path) => ({
            not: { href_matches: path },
          })),
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

const MODULE_SCRIPT = /<script type="module" async="">([\s\S]*?)<\/script>/
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g
const INDENT = /\n\t+/g
const PRELOAD = /<link rel="modulepreload"[^>]*>/g

export function hydrateLater(html: string): string {
  const [script, body] = MODULE_SCRIPT.exec(html) ?? []
  if (!script || body === undefined)
    throw new Error('the module script of the page was not found: React Router has changed its output')
  return (
    html
      .replace(PRELOAD, '')
      // React Router's own scripts come indented, as their authors wrote them; what people wrote keeps its white space.
      .replace(SCRIPT, (own) => own.replace(INDENT, ''))
      .replace(
        '</body>',
        () => `<script type="speculationrules" id="${SPECULATION_ID}">${SPECULATION_RULES}</script></body>`,
      )
      .replace(script, () => `<script type="text/plain" id="later">${body}</script><script>${STARTER}</script>`)
  )
}
