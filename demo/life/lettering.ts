// Letters of 5 by 7 dots for the strip of an instrument's picture. A character is seven rows, each a digit to base 32 with a bit per dot.

const glyphs = new Map([
  ['0', 'ehjlphe'],
  ['1', '4c4444e'],
  ['2', 'eh168gv'],
  ['3', 'u11e11u'],
  ['4', '26aiv22'],
  ['5', 'vgu11he'],
  ['6', '68guhhe'],
  ['8', 'ehhehhe'],
  ['9', 'ehhf12c'],
  ['.', '00000cc'],
  [',', '0000c48'],
  ['k', 'ggikoki'],
  ['V', 'hhhhha4'],
  ['W', 'hhhllrh'],
  ['D', 'uhhhhhu'],
  ['m', '00qllll'],
  ['n', '00mphhh'],
  ['x', '00ha4ah'],
  ['S', 'fgge11u'],
  ['E', 'vgguggv'],
  ['µ', '00iiitg'],
  [' ', '0000000'],
])

/** Calls `dot` for each lit dot of the text, whose upper left corner is 0, 0. */
export function lettering(text: string, size: number, dot: (x: number, y: number) => void): void {
  for (const [nth, letter] of [...text].entries())
    for (const [y, row] of [...(glyphs.get(letter) ?? '')].entries())
      for (let x = 0; x < 5; x++)
        if (Number.parseInt(row, 32) & (16 >> x)) block(size, (dx, dy) => dot((nth * 6 + x) * size + dx, y * size + dy))
}

function block(size: number, each: (dx: number, dy: number) => void): void {
  for (let dy = 0; dy < size; dy++) for (let dx = 0; dx < size; dx++) each(dx, dy)
}

/** The width of a text in pixels. */
export const widthOf = (text: string, size: number): number => text.length * 6 * size
