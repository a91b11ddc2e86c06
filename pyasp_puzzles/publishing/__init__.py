"""A site that needs no server: boards, their derivations and the page, written into a folder."""
