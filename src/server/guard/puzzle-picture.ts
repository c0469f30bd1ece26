import { randomInt } from 'node:crypto'

/** Width and height of the picture, and the diameter of the disc in its middle, in pixels. */
export const PICTURE_PX = 280
export const DISC_PX = 160

type Point = readonly [x: number, y: number]

interface Shape {
  readonly points: readonly Point[]
  readonly fill: string
}

const HALF = PICTURE_PX / 2
const RADIUS = DISC_PX / 2
const BANDS = 7
const SPOTS = 16

/** The two parts of a puzzle, drawn from scratch each time. Every coordinate is written out in place, so no attribute
 *  reveals how far the disc is turned; a program that matches the pictures can still find it out.
 *  @param turnedDegrees how far the disc is turned from its place, clockwise */
export function drawPuzzle(turnedDegrees: number): { readonly picture: string; readonly disc: string } {
  const shared = [...Array.from({ length: BANDS }, band), ...Array.from({ length: SPOTS }, () => spot(RADIUS * 1.5))]
  const outside = Array.from({ length: SPOTS }, () => spot(HALF * 1.4))
  const inside = Array.from({ length: 4 }, () => spot(RADIUS * 0.5))
  const ground = colour(90)
  const hole = `<circle r="${RADIUS}" fill="#888"/>`
  const turned = [...shared, ...inside].map(({ points, fill }) => ({
    points: points.map((point) => shaken(turn(point, turnedDegrees))),
    fill,
  }))
  const clip = `<clipPath id="c"><circle r="${RADIUS}"/></clipPath>`
  return {
    picture: svg(PICTURE_PX, square(ground) + [...outside, ...shared].map(polygon).join('') + hole),
    disc: svg(DISC_PX, `${clip}<g clip-path="url(#c)">${square(ground)}${turned.map(polygon).join('')}</g>`),
  }
}

function svg(sizePx: number, content: string): string {
  const half = sizePx / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-half} ${-half} ${sizePx} ${sizePx}">${content}</svg>`
}

function square(fill: string): string {
  return `<path d="M${-HALF} ${-HALF}H${HALF}V${HALF}H${-HALF}Z" fill="${fill}"/>`
}

function polygon({ points, fill }: Shape): string {
  const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return `<path d="M${path}Z" fill="${fill}"/>`
}

/** A band across the whole picture that passes near the middle, so that it goes through the edge of the disc twice. */
function band(): Shape {
  const direction = randomInt(360)
  const offset = randomInt(-RADIUS + 20, RADIUS - 20)
  const half = randomInt(4, 13)
  const corners: readonly Point[] = [
    [-PICTURE_PX, offset - half],
    [PICTURE_PX, offset - half + randomInt(-12, 12)],
    [PICTURE_PX, offset + half],
    [-PICTURE_PX, offset + half + randomInt(-12, 12)],
  ]
  return { points: corners.map((corner) => turn(corner, direction)), fill: colour(randomInt(30, 70)) }
}

/** An uneven spot somewhere within a distance of the middle. */
function spot(within: number): Shape {
  const middle = turn([randomInt(Math.round(within)), 0], randomInt(360))
  const corners = randomInt(3, 7)
  const points = Array.from({ length: corners }, (_, index): Point => {
    const [x, y] = turn([randomInt(6, 20), 0], (index * 360) / corners)
    return [middle[0] + x, middle[1] + y]
  })
  return { points, fill: colour(randomInt(35, 75)) }
}

function turn([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

/** Moved a little, so that the same shape has other numbers in the two parts. */
function shaken([x, y]: Point): Point {
  return [x + randomInt(-10, 11) / 10, y + randomInt(-10, 11) / 10]
}

function colour(lightness: number): string {
  return `hsl(${randomInt(360)} ${randomInt(40, 80)}% ${lightness}%)`
}
