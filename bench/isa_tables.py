"""Write the opcode tables in ``cass_tools/data/isa`` anew from what LLVM's disassembler says.

Every opcode of every encoding is put together with known registers in its operand fields and disassembled in bulk; the
registers in the text tell which fields the opcode uses, how wide they are and in which order the assembler writes them.
Then single modifier bits are set, one at a time, and those that change the text without an objection are recorded.

    python bench/isa_tables.py [ISA ...]
"""

import itertools
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cass_tools import proc
from cass_tools.executor.amd.encodings import FAMILIES, Encoding, Field, encodings

CPU = {"gfx90a": "gfx90a", "gfx940": "gfx942", "gfx10": "gfx1030", "gfx11": "gfx1100", "gfx12": "gfx1200"}
LITERAL = 0x12345678
AFTER, BETWEEN = 0xBF807ABC, 0xBF807ABD  # s_nop with numbers that no probe uses: behind a probe, and between two
SCALAR = {"SOP1", "SOP2", "SOPC", "SOPK", "SOPP", "SMEM"}
CARRY_IN = re.compile(r"v_(cndmask_b|addc_|subb_|subbrev_|\w*_co_ci_)")
SOURCE_ONLY = re.compile(r"s_(cmpk|setreg|waitcnt|version|cbranch)")
NO_REGISTERS = re.compile(r"v_interp|s_atc_probe")  # graphics and debugging, with operands that are no registers
READ_AND_WRITTEN = re.compile(r"s_(addk|mulk|cmovk|subvector)")
REGISTER = re.compile(r"\b([vsa])(?:\[(\d+):(\d+)\]|(\d+))(?:\.[lh])?(?=$|[ ,|)])|\b(vcc)(?:_lo)?\b|\b(0x12345678)\b")


@dataclass(slots=True)
class Probe:
    """An instruction word that LLVM took, what it printed, and which register number stands for which field."""

    word: int
    dwords: int
    literal: bool
    names: dict[tuple[str, int], str]
    text: str = ""
    slots: list[str] = field(default_factory=list)


def disassemble(isa: str, words: Iterable[tuple[int, int]], features: str = "") -> list[str]:
    """Text of each (word, dwords), empty where LLVM objects or reads another number of dwords."""
    lines = []
    for word, dwords in words:
        data = word.to_bytes(16, "little")[: dwords * 4] + AFTER.to_bytes(4, "little")
        lines += [" ".join(hex(byte) for byte in data), " ".join(hex(byte) for byte in BETWEEN.to_bytes(4, "little"))]
    command = ["llvm-mc-19", "-arch=amdgcn", f"-mcpu={CPU[isa]}", f"-mattr={features}", "--disassemble"]
    done = proc.run(command, stdin="\n".join(lines).encode() + b"\n", max_output=1 << 30)
    bad = {int(line) // 2 for line in re.findall(rb"<stdin>:(\d+):\d+: (?:warning|error)", done.stderr)}
    texts: list[str] = []
    current: list[str] = []
    for line in done.stdout.decode().splitlines()[1:]:
        if line.strip() == f"s_nop {BETWEEN & 0xFFFF:#x}":
            good = len(current) == 2 and current[1].endswith("0x7abc") and len(texts) not in bad
            texts.append(current[0] if good and "illegal" not in current[0] and "/*" not in current[0] else "")
            current = []
        else:
            current.append(line.strip().split(" //")[0].rstrip())
    assert len(texts) * 2 == len(lines), "the disassembler lost its place"
    return texts


def registers(encoding: Encoding) -> dict[str, list[tuple[str, int, int]]]:
    """Probe values of each operand field: (register letter, register number, encoded value)."""
    scalars = {"ssrc0": 20, "ssrc1": 40, "sdst": 60, "vcmp": 76, "sdata": 60}
    vectors = {"vdst": 32, "vsrc1": 96, "vaddr": 16, "addr": 16, "data": 64, "data0": 64, "data1": 96, "vdata": 64}
    vectors |= {"vdstx": 32, "vsrcx": 96, "vsrcy": 65}
    sources = {"src0": 64, "src1": 128, "src2": 160, "src0x": 64, "src0y": 98}
    values: dict[str, list[tuple[str, int, int]]] = {}
    for name in encoding.fields:
        if name in scalars:
            values[name] = [("s", scalars[name], scalars[name])]
        elif name in vectors:
            values[name] = [("v", vectors[name], vectors[name])]
        elif name in sources:
            number = sources[name]
            values[name] = [("v", number, number + 256)]
            if encoding.name in {"VOP1", "VOP3"}:
                values[name].append(("s", number // 2 - 16, number // 2 - 16))
    if "vdsty" in encoding.fields:
        values["vdsty"] = [("v", 33, 16)]  # the lowest bit is the opposite of the other half's
    if "sbase" in encoding.fields:
        values["sbase"] = [("s", 20, 10)]
    if "srsrc" in encoding.fields:
        values |= {"srsrc": [("s", 8, 2 if encoding.fields["srsrc"].mask < 128 else 8)], "soffset": [("s", 20, 20)]}
    return values


def fixed_choices(encoding: Encoding, isa: str) -> list[dict[str, int]]:
    """Settings of the other fields under which an opcode may be valid, the plainest first."""
    if encoding.name == "SMEM":
        return [{"imm": 1}] if FAMILIES[isa] == "gfx9" else [{"soffset": 0x7D if isa == "gfx10" else 0x7C}]
    if encoding.name == "FLAT" and isa == "gfx12":
        return [{"saddr": 0x7C}, {"saddr": 0}, {"saddr": 0x7C, "th": 1}]
    if encoding.name == "FLAT":
        return [{"saddr": {"gfx11": 0x7C, "gfx10": 0x7D}.get(isa, 0x7F)}, {"saddr": 0}, {"saddr": 0x7C, "glc": 1}]
    if encoding.name == "VOP3P" and FAMILIES[isa] == "gfx9":
        return [{}, {"op_sel_hi": 7}, {"acc0": 1}, {"acc_cd": 1}]
    if encoding.name == "VOP3P" and isa == "gfx12":
        return [{}, {"op_sel_hi": 7}]
    if encoding.name.startswith("VOPD"):
        return [{"beside_op": 8, "beside_src0": 354, "beside_vdst": 16 if encoding.name == "VOPDX" else 32}]
    if encoding.name == "MUBUF" and isa == "gfx12":
        return [{"format": 1}, {"format": 1, "th": 1}]
    return (
        [{}, {"gds": 1}]
        if encoding.name == "DS" and isa != "gfx12"
        else [{}, {"glc": 1}]
        if encoding.name == "MUBUF"
        else [{}]
    )


def overlap(fields: Iterable[Field]) -> bool:
    """Whether two of the fields share a bit."""
    used = 0
    for bits in (each.put(each.mask) for each in fields):
        if used & bits:
            return True
        used |= bits
    return False


def candidates(encoding: Encoding, opcode: int, isa: str) -> Iterator[Probe]:
    """Probes of one opcode, those with most operands first."""
    values = registers(encoding)
    options = [[(name, *value) for value in listed] + [None] for name, listed in values.items()]
    combinations = sorted(itertools.product(*options), key=lambda chosen: sum(item is None for item in chosen))
    literals = (False, True) if encoding.name in {"VOP2", "SOP2", "SOPK", "VOPDX", "VOPDY"} else (False,)
    for fixed, literal in itertools.product(fixed_choices(encoding, isa), literals):
        base = encoding.base | encoding.fields["op"].put(opcode)
        for name, value in fixed.items():
            base |= encoding.fields[name].put(value)
        for chosen in combinations:
            word, names = base, {}
            taken = [item for item in chosen if item is not None]
            if overlap([encoding.fields[name] for name, *_ in taken]):
                continue
            for name, letter, number, value in taken:
                word |= encoding.fields[name].put(value)
                names[letter, number] = name
            if literal:
                word |= LITERAL << 32 * encoding.dwords
            yield Probe(word, encoding.dwords + literal, literal, names)


def understood(probe: Probe) -> bool:
    """Fill in the probe's slots; False unless the text names exactly the registers that were put in."""
    seen = set()
    for letter, low, high, single, vcc, literal in REGISTER.findall(probe.text.partition(" ")[2]):
        if vcc or literal:
            probe.slots.append("vcc:m" if vcc else "k:1")
            continue
        number = int(low or single)
        name = probe.names.get(("v" if letter == "a" else letter, number))
        if name is None:
            return False
        seen.add(name)
        width = int(high) - number + 1 if high else 1
        probe.slots.append(f"{name}:{width}" + (":a" if letter == "a" else ""))
    return seen == set(probe.names.values()) and ("k:1" in probe.slots) == probe.literal


def learn(isa: str, encoding: Encoding) -> dict[int, Probe]:
    """The best probe of every opcode that exists."""
    rivals = encodings(FAMILIES[isa])
    probes = [
        (opcode, probe)
        for opcode in range(encoding.fields["op"].mask + 1)
        for probe in candidates(encoding, opcode, isa)
        if next(rival for rival in rivals if f"{probe.word & 0xFFFFFFFF:032b}".startswith(rival.prefix)).prefix
        == encoding.prefix
    ]
    texts = disassemble(isa, ((probe.word, probe.dwords) for _, probe in probes))
    found: dict[int, Probe] = {}
    for (opcode, probe), text in zip(probes, texts, strict=True):
        probe.text = text.split(" :: ")[encoding.name == "VOPDY"] if "::" in text else text
        if text and opcode not in found and understood(probe):
            found[opcode] = probe
    return found


def changed(isa: str, probes: list[Probe], edits: dict[str, tuple[int, int, int]]) -> list[dict[str, str]]:
    """For each probe, by trait: the new text when setting the trait's bits is allowed and shows.

    An edit is (bits to clear, bits to set, dwords added).
    """
    words = [
        (probe.word & ~clear | bits, probe.dwords + more) for probe in probes for clear, bits, more in edits.values()
    ]
    texts = iter(disassemble(isa, words))
    result = []
    for probe in probes:
        found = {name: next(texts) for name in edits}
        plain = {probe.text, found.get("dpp"), found.get("sdwa")}
        result.append({name: text for name, text in found.items() if text and (text not in plain or "." not in name)})
    return result


def modifier_edits(encoding: Encoding) -> dict[str, tuple[int, int, int]]:
    """Edits that try each modifier of a vector encoding of two dwords, named trait or trait.bit."""
    edits: dict[str, tuple[int, int, int]] = {}
    fields = encoding.fields
    for name in ("neg", "abs", "op_sel", "neg_hi", "op_sel_hi", "clamp", "omod", "acc_cd", "acc0", "acc1"):
        if name in fields:
            edits |= {
                f"{name}.{bit}": (0, fields[name].put(1 << bit), 0) for bit in range(fields[name].mask.bit_length())
            }
    return edits


def lane_edits(encoding: Encoding) -> dict[str, tuple[int, int, int]]:
    """Edits that put DPP or SDWA in place of source 0, with every modifier that they have."""
    source = encoding.fields["src0"]
    clear, high = source.put(0x1FF), 32 * encoding.dwords
    dpp = source.put(250) | (0xFF000142) << high  # quad_perm:[1,0,0,0] of v66
    edits = {"dpp": (clear, dpp, 1), "dpp8": (clear, source.put(233) | 0xFAC68842 << high, 1)}
    edits["dpp64"] = (
        clear,
        source.put(250) | 0xFF015142 << high,
        1,
    )  # row_newbcast:1, all that 64-bit operands may have
    if encoding.dwords == 2:
        return edits
    control = {"VOPC": 0x05060042, "VOP1": 0x00060642}.get(encoding.name, 0x05060642)
    sdwa = source.put(249) | control << high
    edits["sdwa"] = (clear, sdwa, 1)
    bits = {"neg.0": 20, "abs.0": 21, "neg.1": 22, "abs.1": 23}
    edits |= {name: (clear, dpp | 1 << bit + high, 1) for name, bit in bits.items()}
    bits = {
        "sext.0": 19,
        "sneg.0": 20,
        "sabs.0": 21,
        "sext.1": 27,
        "sneg.1": 28,
        "sabs.1": 29,
        "clamp.0": 13,
        "omod.0": 14,
    }
    edits |= {name: (clear, sdwa | 1 << bit + high, 1) for name, bit in bits.items()}
    fields = {name: encoding.fields[name] for name in ("vdst", "src0", "vsrc1") if name in encoding.fields}
    return edits | {f"half.{name}": (0, at.put(128), 0) for name, at in fields.items()}


def mask_of(texts: dict[str, str], *names: str) -> int:
    """Bits of all edits ``name.bit`` that were allowed."""
    return sum({1 << int(key.rpartition(".")[2]) for key in texts if key.rpartition(".")[0] in names})


def traits_of(encoding: Encoding, probe: Probe, texts: dict[str, str]) -> list[str]:
    """The traits column: lane controls, then modifiers with the mask of sources that take them."""
    scalar_result = any(slot.startswith("sdst") for slot in probe.slots)
    matrix = any(re.search(r"\ba\d|\ba\[", text) for key, text in texts.items() if key.startswith("acc"))
    traits: list[str] = [
        name for name in ("dpp", "dpp8", "dpp64", "sdwa") if name in texts and not (name == "dpp64" and "dpp" in texts)
    ]
    if matrix or any(slot.endswith(":a") for slot in probe.slots):
        return [*traits, "matrix"] if matrix else traits
    for name in ("neg", "abs", "sext", "op_sel", "neg_hi", "op_sel_hi"):
        mask = mask_of(texts, name, f"s{name}")
        if mask and not (scalar_result and encoding.dwords == 2 and name in {"abs", "op_sel"}):
            traits.append(f"{name}={mask:x}")
    return traits + [name for name in ("clamp", "omod") if any(key.startswith(name) for key in texts)]


def switched(probe: Probe, texts: dict[str, str]) -> list[str]:
    """The slots, each with the bit that turns it into an accumulation register."""
    slots = list(probe.slots)
    for key in ("acc", "acc_cd", "acc0", "acc1"):
        text = texts.get(f"{key}.0", "")
        letters = [match[0] for match in REGISTER.findall(text.partition(" ")[2])]
        for index, letter in enumerate(letters):
            if letter == "a" and not slots[index].endswith(":a"):
                slots[index] += f":{key}"
    return slots


def vector_slots(encoding: Encoding, name: str, slots: list[str], texts: dict[str, str], isa: str) -> list[str]:
    """Slots of a vector instruction with results marked, lane masks found, and operands that the text leaves out."""
    done = []
    for index, slot in enumerate(slots):
        at, _, rest = slot.partition(":")
        if (at == "vcmp" and name.startswith("v_cmp")) or (at == "sdst" and encoding.name == "VOP3"):
            rest = "m"
        if at == "src2" and CARRY_IN.match(name):
            rest = "m"
        if (
            isa in {"gfx11", "gfx12"}
            and encoding.dwords == 1
            and at in {"vdst", "src0", "vsrc1"}
            and f"half.{at}" not in texts
        ):
            rest += ":half"
        result = at in {"vdst", "vcmp", "sdst", "vdstx", "vdsty"} or (at == "vcc" and index < 2)
        done.append(f"{'=' * result}{at}:{rest}")
    if name.startswith("v_swap"):
        return ["=vdst:1", "=src0:1", "src0:1", "vdst:1"]
    if name.startswith("v_cmpx") and FAMILIES[isa] != "gfx9":
        return ["=exec:m", *(slot for slot in done if not slot.startswith("=vcmp"))]
    implied = name.startswith("v_div_fmas") or (name.startswith("v_cndmask") and encoding.name.startswith("VOPD"))
    return [*done, "vcc:m"] if implied else done


def scalar_slots(name: str, slots: list[str]) -> list[str]:
    """Slots of SOP1, SOP2, SOPC and SOPK with results marked."""
    done = []
    for slot in slots:
        if slot.startswith("sdst") and not SOURCE_ONLY.match(name):
            done += [f"={slot}", slot] if READ_AND_WRITTEN.match(name) else [f"={slot}"]
        else:
            done.append(slot)
    return done


def memory_slots(name: str, slots: list[str]) -> list[str]:
    """Slots of a memory instruction with results marked; atomics get the result that they have when they return it."""
    done = []
    for slot in slots:
        at, width, *rest = slot.split(":")
        if at == "vdst" or (at in {"vdata", "sdata"} and re.search("load|time", name)):
            done.append(f"={slot}")
            continue
        if "_atomic" in name and at in {"data", "vdata", "sdata"}:
            result = "vdst" if at == "data" else at
            half = int(width) // 2 if "cmpswap" in name else int(width)
            if f"=vdst:{half}" not in "".join(done):
                done.insert(0, ":".join([f"={result}", str(half), *rest]))
        done.append(slot)
    return done


def rows(isa: str, encoding: Encoding) -> Iterator[str]:
    """Lines of the table for one encoding."""
    found = learn(isa, encoding)
    probes = list(found.values())
    if encoding.name in {"VOP1", "VOP2", "VOPC", "VOP3", "VOP3P"}:
        edits = modifier_edits(encoding) | lane_edits(encoding)
    elif "simm16" in encoding.fields:
        edits = {"simm16.0": (0, encoding.fields["simm16"].put(0x123), 0)}
    else:
        edits = {"acc.0": (0, encoding.fields["acc"].put(1), 0)} if "acc" in encoding.fields else {}
    for (opcode, probe), texts in zip(found.items(), changed(isa, probes, edits), strict=True):
        name = re.sub(r"_e(32|64)$", "", probe.text.split(" ")[0]).replace("v_dual_", "v_")
        slots, traits = switched(probe, texts), []
        if NO_REGISTERS.match(name):
            continue
        if encoding.name.startswith("VOP"):
            traits = traits_of(encoding, probe, texts)
            slots = vector_slots(encoding, name, slots, texts, isa)
        else:
            slots = scalar_slots(name, slots) if encoding.name.startswith("SOP") else memory_slots(name, slots)
            slots += ["simm16"] * ("simm16.0" in texts)
        yield "\t".join([encoding.name, f"{opcode:#x}", name, " ".join(slots), " ".join(traits)]).rstrip("\t")


def halves(pair: Encoding) -> Iterator[Encoding]:
    """The two halves of VOPD as encodings of their own, each beside a plain move (see ``fixed_choices``)."""
    for half, op, other, other_op in (("x", "op", "y", "opy"), ("y", "opy", "x", "op")):
        fields = {"op": pair.fields[op], "beside_op": pair.fields[other_op]}
        fields |= {"beside_src0": pair.fields[f"src0{other}"], "beside_vdst": pair.fields[f"vdst{other}"]}
        fields |= {name + half: pair.fields[name + half] for name in ("vdst", "src0", "vsrc")}
        yield Encoding(f"VOPD{half.upper()}", pair.prefix, pair.dwords, fields)


def image_rows(isa: str, encoding: Encoding) -> Iterator[str]:
    """Lines of MIMG: traits addr and a16 hold the dwords of address for each dimension, a hexadecimal digit each."""
    fields, dims = encoding.fields, range(8 if "dim" in encoding.fields else 1)
    whole = fields["vaddr"].put(16) | fields["vdata"].put(64) | fields["srsrc"].put(2)
    shapes = [whole | fields["ssamp"].put(4), whole, whole & ~fields["vdata"].put(255)]
    settings = [(0, 3, dim) for dim in dims] + [(1, 3, dim) for dim in dims] + [(0, 15, dim) for dim in dims]
    for opcode in range(fields["op"].mask + 1):
        base = encoding.base | fields["op"].put(opcode)
        words = [
            (
                base
                | shape
                | fields["a16"].put(a16)
                | fields["dmask"].put(mask)
                | (fields["dim"].put(dim) if dim else 0),
                2,
            )
            for shape in shapes
            for a16, mask, dim in settings
        ]
        texts = disassemble(isa, words)
        for start in range(0, len(texts), len(settings)):
            if any(part := texts[start : start + len(settings)]):
                yield "\t".join(["MIMG", f"{opcode:#x}", *image_row(part, len(dims))])
                break


def image_row(texts: list[str], dims: int) -> list[str]:
    """Name, slots and traits of an image opcode from its texts: plain, with a16, with four components; by dimension."""
    widths = [{number: int(high or low) - int(low) + 1 for number, low, high in spans(text)} for text in texts]
    name = next(text for text in texts if text).split(" ")[0]
    sampler = any("s[16:19]" in text for text in texts)
    known = [width for width in widths if width]
    data = {width.get(64, 0) for width in known}
    slots = ["vdata"] * (data != {0}) + ["vaddr", "srsrc:8"] + ["ssamp:4"] * sampler
    if re.search("load|sample|gather|get_|msaa|bvh|atomic", name) and "vdata" in slots:
        slots = ["=vdata", *slots[0 if "atomic" in name else 1 :]]
    traits = []
    if dims > 1:
        for trait, start in (("addr", 0), ("a16", dims)):
            digits = [f"{width.get(16, 0):x}" for width in widths[start : start + dims]]
            traits.append(f"{trait}={''.join(reversed(digits))}")
    return [name, " ".join(slots), " ".join(traits + [f"data={width}" for width in data if len(data) == 1 and width])]


def spans(text: str) -> list[tuple[int, str, str]]:
    """Vector registers in a text: (first, first, last or empty)."""
    found = re.findall(r"\bv(?:\[(\d+):(\d+)\]|(\d+))", text)
    return [(int(low or single), low or single, high) for low, high, single in found]


def main(arguments: list[str]) -> None:
    """Write the tables of the named ISAs, or of all."""
    for isa in arguments or CPU:
        lines = [
            "# Written by bench/isa_tables.py; columns are explained in README.md here.",
            "encoding\topcode\tname\tslots\ttraits",
        ]
        for encoding in encodings(FAMILIES[isa]):
            for part in halves(encoding) if encoding.name == "VOPD" else [encoding]:
                lines += (image_rows if encoding.name == "MIMG" else rows)(isa, part)
        path = Path(__file__).parent.parent / "cass_tools" / "data" / "isa" / f"{isa}.tsv"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{path.name}: {len(lines) - 2} opcodes")


if __name__ == "__main__":
    main(sys.argv[1:])
