#include "common/base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

TEST(Files, WhatIsWrittenIsRead) {
  const TempFolder folder;
  for (const std::string& bytes :
       {std::string(), std::string("a\0b", 3), std::string(3'000'000, 'x')}) {
    ASSERT_TRUE(WriteFileDurably(folder / "f", bytes).ok());
    EXPECT_EQ(ReadFile(folder / "f").value(), bytes);
    std::uint64_t size = 0;
    EXPECT_EQ(HashFile(folder / "f", &size).value(), HashBytes(bytes));
    EXPECT_EQ(size, bytes.size());
  }
  EXPECT_EQ(ListDirectory(folder.path()).value(), std::vector<std::string>{"f"});
}

TEST(Files, FailuresNameTheFileAndTheCause) {
  const TempFolder folder;
  const Status missing = ReadFile(folder / "none").status();
  EXPECT_EQ(missing.code(), Code::kMissing);
  EXPECT_NE(missing.message().find(folder / "none"), std::string::npos);
  EXPECT_NE(missing.message().find("No such file"), std::string::npos);
  EXPECT_EQ(ReadFile(folder.path()).status().code(), Code::kMissing);
  EXPECT_EQ(WriteFileDurably(folder / "none/f", "x").code(), Code::kCannotCreate);
  EXPECT_EQ(SyncFile(folder / "none").code(), Code::kMissing);
  EXPECT_EQ(ListDirectory(folder / "none").status().code(), Code::kMissing);
  std::uint64_t bytes = 0;
  EXPECT_FALSE(HashFile(folder / "none", &bytes).ok());
}

TEST(Files, WhatIsNoPlainFileIsNeverReplaced) {
  const TempFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0644), 0);
  ASSERT_TRUE(MakeDirectory(folder / "sub").ok());
  for (const std::string& file : {folder / "pipe", folder / "sub", std::string("/dev/null")}) {
    EXPECT_EQ(CheckWritable(file).code(), Code::kCannotCreate) << file;
    const Status written = WriteFileDurably(file, "x");
    EXPECT_EQ(written.code(), Code::kCannotCreate) << file;
    EXPECT_EQ(written.message(), "cannot write " + file + ": it is no plain file");
  }
  EXPECT_EQ(CheckWritable(folder / "none/f").code(), Code::kCannotCreate);
  EXPECT_TRUE(CheckWritable(folder / "f").ok());
  EXPECT_FALSE(FileExists(folder / "f")) << "asking writes nothing";
}

// A link to itself can be neither found nor missed.
TEST(Files, WhatTheSystemCannotTellIsAnError) {
  const TempFolder folder;
  ASSERT_EQ(::symlink((folder / "loop").c_str(), (folder / "loop").c_str()), 0);
  EXPECT_FALSE(IsThere(folder / "loop").ok());
  EXPECT_TRUE(FileExists(folder / "loop"));
  EXPECT_FALSE(IsThere(folder / "none").value());
  EXPECT_FALSE(IsThere(folder / "none/f").value());
  EXPECT_TRUE(IsThere(folder / ".").value());
}

TEST(Files, NobodyReadsBehindTheEndOfAPlacedFile) {
  const TempFolder folder;
  ASSERT_TRUE(WriteFileDurably(folder / "f", "abcdef").ok());
  Result<PlacedFile> file = PlacedFile::Open(folder / "f");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->Read(2, 4).value(), "cdef");
  EXPECT_EQ(file->Read(6, 0).value(), "");
  EXPECT_EQ(file->Read(7, 0).status().code(), Code::kUnusable);
  // More than any memory has, as a damaged number may ask for.
  EXPECT_EQ(file->Read(2, SIZE_MAX / 2).status().code(), Code::kUnusable);
}

TEST(Files, FullDiskIsAnIoErrorAndLeavesTheOldFile) {
  const TempFolder folder;
  ASSERT_TRUE(WriteFileDurably(folder / "f", "old").ok());
  ASSERT_EQ(::symlink("/dev/full", (folder / "f.tmp").c_str()), 0);
  EXPECT_EQ(WriteFileDurably(folder / "f", "new").code(), Code::kIo);
  EXPECT_EQ(ReadFile(folder / "f").value(), "old");
  EXPECT_FALSE(FileExists(folder / "f.tmp"));
}

TEST(Files, Folders) {
  const TempFolder folder;
  ASSERT_TRUE(MakeDirectory(folder / "a/b/c").ok());
  ASSERT_TRUE(MakeDirectory(folder / "a/b/c").ok());
  ASSERT_TRUE(MakeDirectory(folder / "a/b/c/").ok());
  ASSERT_TRUE(WriteFileDurably(folder / "a/f", "x").ok());
  EXPECT_EQ(MakeDirectory(folder / "a/f").code(), Code::kCannotCreate);
  EXPECT_EQ(MakeDirectory(folder / "a/f/g").code(), Code::kCannotCreate);
  EXPECT_EQ(ListDirectory(folder / "a").value(), (std::vector<std::string>{"b", "f"}));
  EXPECT_TRUE(SyncDirectory(folder / "a").ok());
  EXPECT_FALSE(SyncDirectory(folder / "a/f").ok());
  ASSERT_TRUE(RemoveTree(folder / "a").ok());
  EXPECT_FALSE(FileExists(folder / "a"));
  EXPECT_TRUE(RemoveTree(folder / "a").ok());
}

// A link in a tree that goes is removed, not followed.
TEST(Files, RemoveTreeStaysInside) {
  const TempFolder folder;
  ASSERT_TRUE(MakeDirectory(folder / "keep").ok());
  ASSERT_TRUE(WriteFileDurably(folder / "keep/f", "x").ok());
  ASSERT_TRUE(MakeDirectory(folder / "go").ok());
  ASSERT_EQ(::symlink((folder / "keep").c_str(), (folder / "go/link").c_str()), 0);
  ASSERT_TRUE(RemoveTree(folder / "go").ok());
  EXPECT_TRUE(FileExists(folder / "keep/f"));
}

}  // namespace
}  // namespace thresh
