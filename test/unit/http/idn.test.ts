import { expect, test } from "vitest";
import { toAscii } from "../../../src/http/idn.ts";

test.each([
  { name: "ASCII stays as it is", text: "wWw._dmarc.*.a\\.b.\\000x", ascii: "wWw._dmarc.*.a\\.b.\\000x" },
  { name: "no name stays none", text: "", ascii: "" },
  {
    name: "U-labels become A-labels, the others stay",
    text: "WWW.bücher.Example.",
    ascii: "WWW.xn--bcher-kva.Example.",
  },
  { name: "capitals of other scripts are folded", text: "BÜCHER.example", ascii: "xn--bcher-kva.example" },
  { name: "decomposed letters are composed", text: "bu\u0308cher.example", ascii: "xn--bcher-kva.example" },
  { name: "a final sigma is kept", text: "βόλος.example", ascii: "xn--nxasmm1c.example" },
  { name: "a sharp s is kept", text: "faß.example", ascii: "xn--fa-hia.example" },
  { name: "all full stops of UTS 46", text: "a\u3002b\uff0ec\uff61d", ascii: "a.b.c.d" },
  { name: "an underscore beside other scripts", text: "_ü.example", ascii: "xn--_-eha.example" },
  { name: "a label of wide digits is no address", text: "１.２.３.４", ascii: "1.2.3.4" },
  {
    name: "that a label is too long is for others to say",
    text: `${"ü".repeat(70)}.example`,
    ascii: `xn--td${"a".repeat(70)}.example`,
  },
  { name: "what means something to a URL", text: "ü/x.example", ascii: null },
  { name: "what means something to a URL, at the start", text: "x@ü.example", ascii: null },
  { name: "an escape beside other scripts", text: "ü\\032.example", ascii: null },
  { name: "a space beside other scripts", text: "ü x.example", ascii: null },
  { name: "a character that stands for nothing", text: "\u00ad.example", ascii: null },
  { name: "a character that holds a dot", text: "\u2488.example", ascii: null },
  { name: "a wide solidus", text: "a\uff0fb.example", ascii: null },
  { name: "a character that is none", text: "\ufffd.example", ascii: null },
])("$name: $text", ({ text, ascii }) => {
  expect(toAscii(text)).toBe(ascii);
});
