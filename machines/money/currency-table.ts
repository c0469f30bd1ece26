import { FIRST_CRYPTO_ID } from './crypto-currency.rules.ts'
import { currencyName } from './currency-name.rules.ts'

/** What the engine knows of a currency, whichever brand offers it. */
export interface TableCurrency {
  /** The number of ISO 4217; above 1000 for what ISO does not know. */
  readonly id: number
  /** Decimal places of the minor unit. */
  readonly exponent: number
  /** English name of what the Unicode locale data does not know. */
  readonly name?: string
}

/** Currencies of ISO 4217 with their numbers, by the decimal places of their minor units: those in use, and those that were
 *  replaced since 2020, which old accounts may hold. Funds, metals and codes for tests are left out. */
const ISO_CURRENCIES = {
  0: `
BIF 108, CLP 152, DJF 262, GNF 324, ISK 352, JPY 392, KMF 174, KRW 410, PYG 600, RWF 646, UGX 800, VND 704, VUV 548, XAF 950,
XOF 952, XPF 953`,
  2: `
AED 784, AFN 971, ALL 8, AMD 51, AOA 973, ARS 32, AUD 36, AWG 533, AZN 944, BAM 977, BBD 52, BDT 50, BMD 60, BND 96, BOB 68,
BRL 986, BSD 44, BTN 64, BWP 72, BYN 933, BZD 84, CAD 124, CDF 976, CHF 756, CNY 156, COP 170, CRC 188, CUP 192, CVE 132,
CZK 203, DKK 208, DOP 214, DZD 12, EGP 818, ERN 232, ETB 230, EUR 978, FJD 242, FKP 238, GBP 826, GEL 981, GHS 936, GIP 292,
GMD 270, GTQ 320, GYD 328, HKD 344, HNL 340, HTG 332, HUF 348, IDR 360, ILS 376, INR 356, IRR 364, JMD 388, KES 404, KGS 417,
KHR 116, KPW 408, KYD 136, KZT 398, LAK 418, LBP 422, LKR 144, LRD 430, LSL 426, MAD 504, MDL 498, MGA 969, MKD 807, MMK 104,
MNT 496, MOP 446, MRU 929, MUR 480, MVR 462, MWK 454, MXN 484, MYR 458, MZN 943, NAD 516, NGN 566, NIO 558, NOK 578, NPR 524,
NZD 554, PAB 590, PEN 604, PGK 598, PHP 608, PKR 586, PLN 985, QAR 634, RON 946, RSD 941, RUB 643, SAR 682, SBD 90, SCR 690,
SDG 938, SEK 752, SGD 702, SHP 654, SLE 925, SOS 706, SRD 968, SSP 728, STN 930, SVC 222, SYP 760, SZL 748, THB 764, TJS 972,
TMT 934, TOP 776, TRY 949, TTD 780, TWD 901, TZS 834, UAH 980, USD 840, UYU 858, UZS 860, VED 926, VES 928, WST 882, XCD 951,
XCG 532, YER 886, ZAR 710, ZMW 967, ZWG 924,
BGN 975, CUC 931, HRK 191, SLL 694, ZWL 932`,
  3: 'BHD 48, IQD 368, JOD 400, KWD 414, LYD 434, OMR 512, TND 788',
} as const

/** Cryptocurrencies in the order of their ids from 1001 on, with the places that are kept: those of their networks,
 *  at most 8. New ones go at the end. */
const CRYPTO_CURRENCIES = `
BTC 8 Bitcoin, ETH 8 Ether, USDT 6 Tether, USDC 6 USD Coin, DAI 8 Dai, LTC 8 Litecoin, BCH 8 Bitcoin Cash, DOGE 8 Dogecoin,
XRP 6 XRP, ADA 6 Cardano, SOL 8 Solana, TRX 6 TRON, TON 8 Toncoin, BNB 8 BNB, DOT 8 Polkadot, AVAX 8 Avalanche, POL 8 Polygon,
LINK 8 Chainlink, XLM 7 Stellar Lumens, XMR 8 Monero, ZEC 8 Zcash, DASH 8 Dash, ETC 8 Ethereum Classic, EOS 4 EOS,
SHIB 8 Shiba Inu, ATOM 6 Cosmos, NEAR 8 NEAR, ALGO 6 Algorand, XTZ 6 Tezos, HBAR 8 Hedera, FIL 8 Filecoin, ICP 8 Internet Computer,
UNI 8 Uniswap, AAVE 8 Aave, ARB 8 Arbitrum, SUI 8 Sui, APT 8 Aptos, PYUSD 6 PayPal USD, EURC 6 Euro Coin, WBTC 8 Wrapped Bitcoin`

/** Codes of currencies → what the engine knows of them (TABLE-7): ISO 4217, and the usual signs of cryptocurrencies.
 *  A brand offers some of them. A code never changes its id or its places: the ledger counts in them. */
export const CURRENCY_TABLE: ReadonlyMap<string, TableCurrency> = new Map([
  ...Object.entries(ISO_CURRENCIES).flatMap(([places, currencies]) =>
    entriesOf(currencies).map(([code, id]): [string, TableCurrency] => [
      code,
      { id: Number(id), exponent: Number(places) },
    ]),
  ),
  ...entriesOf(CRYPTO_CURRENCIES).map(([code, places, ...name], place): [string, TableCurrency] => [
    code,
    { id: FIRST_CRYPTO_ID + place, exponent: Number(places), name: name.join(' ') },
  ]),
])

function entriesOf(list: string): readonly (readonly [code: string, ...facts: string[]])[] {
  return list.split(',').map((entry) => {
    const [code = '', ...facts] = entry.trim().split(' ')
    return [code, ...facts]
  })
}

/** A currency as a brand has it that says nothing of its own: the sign in common use, else the code; the English name. */
export function tableCurrency(
  code: string,
): (TableCurrency & { readonly symbol: string; readonly name: string }) | null {
  const currency = CURRENCY_TABLE.get(code)
  if (!currency) return null
  if (currency.name !== undefined) return { ...currency, name: currency.name, symbol: code }
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
  return { ...currency, symbol, name: currencyName(code, 'en') ?? code }
}
