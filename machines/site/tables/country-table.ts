/** Countries of ISO 3166-1 in the order of their ids from 1 on; the id 100 stays free. */
const COUNTRIES = `
ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg
ch ci ck cl cm co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm
gn gp gq gr gs cn gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la
lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np
nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv
sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw`

/** What feeds need besides, from 251 on: parts of countries by ISO 3166-2, Kosovo, the world and its parts by the numbers of
 *  UN M49, and sides of several countries or of none by codes of our own. */
const REGIONS = `
gb-eng gb-sct gb-wls gb-nir xk 001 150 142 002 003 005 009 013 029 019 419 145 143 030 034 035 151 154 155 039 015 011 014 017 018
053 054 057 061 es-ct es-pv x-wis x-irl x-lio x-ain x-eor`

/** No country has this id (TABLE-6). */
const FREE_ID = 100

/** Ids of countries and regions → their codes in lower case (TABLE-6): 1 to 291 without 100. An id never changes its
 *  meaning. */
export const COUNTRY_CODES: ReadonlyMap<number, string> = new Map(
  `${COUNTRIES} ${REGIONS}`
    .trim()
    .split(/\s+/)
    .map((code, place) => [place + 1 < FREE_ID ? place + 1 : place + 2, code]),
)

const COUNTRY = /^[a-z]{2}$/

/** The codes of two letters: the countries that a visitor can be from. */
export function countryCodes(): readonly string[] {
  return [...COUNTRY_CODES.values()].filter((code) => COUNTRY.test(code))
}

let ids: ReadonlyMap<string, number> | null = null

/** The id of a country or region by its code in lower case; undefined for a code that is not in the table. */
export function countryIdOf(code: string): number | undefined {
  ids ??= new Map([...COUNTRY_CODES].map(([id, own]) => [own, id]))
  return ids.get(code)
}

/** The ids of a country and of its parts, by its code: `'gb'` → those of the United Kingdom, England, Scotland and so on. */
export function countryIdsWithin(code: string): readonly number[] {
  return [...COUNTRY_CODES].flatMap(([id, own]) => (own === code || own.startsWith(`${code}-`) ? [id] : []))
}
