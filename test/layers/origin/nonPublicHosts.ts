import ipaddr from "ipaddr.js"
import { words } from "./words.ts"

/** Version 4 addresses that no listing may be at, the first and last of each range that is not public. */
export const nonPublicV4 = words(`
  127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.255 0.0.0.0 0.0.0.1 0.255.255.255
  10.0.0.0 10.0.0.1 10.255.255.255 172.16.0.0 172.16.0.1 172.31.255.255 192.168.0.0 192.168.255.255
  169.254.0.0 169.254.169.254 169.254.170.2 169.254.255.255 100.64.0.0 100.100.100.200 100.127.255.255
  192.0.0.0 192.0.0.192 192.0.0.255 192.0.2.1 198.51.100.1 203.0.113.255 198.18.0.0 198.19.255.255
  192.88.99.1 224.0.0.0 224.0.0.1 239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255 168.63.129.16
`)

/** Version 6 addresses that no listing may be at. */
export const nonPublicV6 = words(`
  :: ::1 ::2 0:0:0:0:0:0:0:1 0000:0000:0000:0000:0000:0000:0000:0001 ::0.0.0.1
  fe80:: fe80::1 febf:ffff::1 fec0::1 feff::1 fc00::1 fd00::1 fdff:ffff::1 fd00:ec2::254 fd20:ce::254 ff02::1 ff0e::1
  100::1 100:0:0:1::1 1000::1 1fff:ffff::1 4000::1 5f00::1 7fff::1 8000::1 e000::1
  2001::1 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1 3fff::1 3fff:fff::1
`)

/** Addresses of version 6 that carry one of version 4, which some system on the way may unwrap. */
export const carrying = (v4: string): ReadonlyArray<string> => {
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(v4).octets
  const pair = (x: number, y: number) => ((x << 8) | y).toString(16)
  const inside = `${pair(a, b)}:${pair(c, d)}`
  const inverted = `${pair(a ^ 255, b ^ 255)}:${pair(c ^ 255, d ^ 255)}`
  return words(`
    ::ffff:${v4} ::ffff:${inside} 0:0:0:0:0:FFFF:${inside} ::${inside} ::ffff:0:${inside}
    64:ff9b::${inside} 64:ff9b:1::${inside} 2002:${inside}::1
    2001:0:${inside}::1 2001:0:4136:e378:8000:63bf:${inverted} 2606:4700::5efe:${inside} 2606:4700::200:5efe:${inside}
  `)
}

/** The ways in which a URL parser, or a careless server, accepts one version 4 address. */
export const spelled = (v4: string): ReadonlyArray<string> => {
  const octets = ipaddr.IPv4.parse(v4).octets
  const [a = 0, b = 0, c = 0, d = 0] = octets
  const number = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
  const each = (write: (octet: number) => string) => octets.map(write).join(".")
  return [
    v4,
    `${v4}.`,
    `${number}`,
    `0x${number.toString(16)}`,
    `0X${number.toString(16).toUpperCase()}`,
    `0${number.toString(8)}`,
    each((octet) => `0x${octet.toString(16)}`),
    each((octet) => `0${octet.toString(8)}`),
    each((octet) => `000${octet.toString(8)}`),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 2 ** 16 + c * 256 + d}`,
    `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}`,
    each((octet) => [...`${octet}`].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("")),
    v4.replaceAll(".", "。"),
    v4.replaceAll(".", "｡"),
    v4.replaceAll(".", "．"),
    v4.replaceAll(".", "%2E"),
    [...v4].map((character) => `%${character.codePointAt(0)?.toString(16)}`).join(""),
  ]
}

/** Names that are this machine, or something inside. */
export const innerNames = words(`
  localhost LOCALHOST localhost. ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌocalhost %6cocalhost lo%63alhost local\u00adhost localhost.localdomain
  a.localhost a.b.LocalHost a.localhost. printer.local metadata.google.internal metadata.google.internal. instance-data metadata
  kubernetes kubernetes.default.svc.cluster.local db redis router.lan nas.home nas.home.arpa wiki.corp wiki.intranet x.private
  1.0.0.127.in-addr.arpa x.onion x.test x.invalid example.com.
`)

/** Texts that a reader and a parser may understand differently; each would reach `port` on this machine if it were followed. */
export const trickyUrls = (port: number): ReadonlyArray<string> => [
  ...words(`
    https://example.com@127.0.0.1:${port} https://example.com:443@127.0.0.1:${port} https://@127.0.0.1:${port} https://:@127.0.0.1:${port}
    https://127.0.0.1:${port}@example.com https://example.com%40127.0.0.1:${port} https://127.0.0.1:${port}#@example.com
    https://127.0.0.1:${port}?@example.com https://127.0.0.1:${port}\\@example.com https:\\\\127.0.0.1:${port} https:/\\127.0.0.1:${port}
    https:127.0.0.1:${port} https:/127.0.0.1:${port} https:///127.0.0.1:${port} https:////127.0.0.1:${port} //127.0.0.1:${port}
    https://[::1%25lo]:${port} https://[fe80::1%25eth0]:${port} https://[::1%lo]:${port} https://::1:${port} https://127.0.0.1:0${port}
    https://[::ffff:127.0.0.1]:${port} https://[::1]:${port} https://[0:0::1]:${port} HTTPS://127.0.0.1:${port} https://%31%32%37.1:${port}
    https://0:${port} https://127.1:${port} https://127.0.1:${port} https://0x7f.0.1:${port} https://0x7f000001.:${port}
    https://①②⑦.⓪.⓪.①:${port} https://127.0.0.1\u00ad:${port} https://\u200b127.0.0.1:${port} 127.0.0.1:${port}
    http://example.com:${port} http://127.0.0.1:${port} ftp://127.0.0.1:${port} ws://127.0.0.1:${port} gopher://127.0.0.1:${port}
    file:///etc/passwd unix:/var/run/docker.sock data:text/plain,x javascript:1 https+unix://%2Fvar%2Frun https:// https://:${port}
    https://example.com:22 https://example.com:25 https://example.com:6379x https://example.com:6667
  `),
  "",
  ` https://127.0.0.1:${port}`,
  `https://127.0.0.1:${port} `,
  `https://127.0.\n0.1:${port}`,
  `ht\ttps://127.0.0.1:${port}`,
]
